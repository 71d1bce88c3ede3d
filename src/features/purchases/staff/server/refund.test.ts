import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { listNotifications } from '#features/notifications/notifications.contract.ts'
import { DAY, HOUR, indianTime, MINUTE } from '#lib/both/time/clock.ts'
import { listWork } from '#core/staff/staff-log.ts'
import { testApi, type TestApi } from '../../../../../tests/support/api/api.ts'
import { testWork } from '../../../../../tests/support/api/staff-work.ts'
import { buyerOf, readLeftPaise, sweep, tellWebhook, type Buyer } from '../../../../../tests/support/scenes/buyer.ts'
import { getInvoice } from '../../receipts/invoice.contract.ts'
import { listPayments } from '../../purchases.contract.ts'
import { enterSale } from '../../server/orders/enter-sale.ts'
import { webhookPath } from '../../server/payments/webhook.ts'
import { gstSummary } from './gst-summary.ts'
import { refundPayment, type Refund } from './refund.ts'

/** Payments that staff send back. */

let api: TestApi
let buyer: Buyer
let paymentId: number
let providerPayment: string

beforeEach(async () => {
  api = await testApi({ SELLER_STATE: '32 Kerala' })
  api.payments.name = 'razorpay'
  api.clock.set(indianTime(2026, 11, 20, 12))
  buyer = await buyerOf(api)
  const payment = api.payments.pay((await buyer.create({ state: '29' })).body.order_id)
  await tellWebhook(api, payment)
  providerPayment = payment.id
  paymentId = (await buyer.payments())[0]!.id
})

afterEach(() => api.close())

const KEY = 'key-of-a-refund'
const refund = async (more: Partial<Refund> = {}) =>
  refundPayment(
    api.services,
    { ...testWork(api.clock.now(), 'Bought twice'), who: 'Divya' },
    { paymentId, key: KEY, leftPaise: await readLeftPaise(api, more.paymentId ?? paymentId), ...more },
  )

const refunds = () => api.services.db.selectFrom('payment_refunds').selectAll().orderBy('id').execute()
const sentBack = () => api.payments.refunds.map(({ amountPaise }) => amountPaise)
const isOpen = async () => (await buyer.enrolment())[0]!.valid_until > api.clock.now()
const receipt = async () => (await api.call(getInvoice, { params: { paymentId } }, buyer.caller)).body.data
const told = async () => (await api.call(listNotifications, {}, buyer.caller)).body.data.map(({ title }) => title)
const webhook = (status: 'pending' | 'processed' | 'failed', name = KEY, id = `refund of ${name}`) =>
  api.request(
    webhookPath,
    api.payments.webhook({
      kind: `refund.${status}`,
      refund: { id, paymentId: providerPayment, status, receipt: name },
    }),
  )

test('a refund that leaves less than the provider can refund is rejected, and the amounts beside it are not', async () => {
  await expect(refund({ amountPaise: 117_916 })).rejects.toMatchObject({
    status: 422,
    errors: { amount_paise: expect.stringContaining('₹0.84 would be left') },
  })
  expect([await refunds(), sentBack()]).toEqual([[], []])
  expect(await refund({ amountPaise: 117_900 })).toMatchObject({ leftPaise: 100 })
  expect(await refund({ key: 'key-of-the-rest' })).toMatchObject({ amountPaise: 100, leftPaise: 0 })
})

describe('a whole refund', () => {
  test('goes through the provider, ends the course, and is told to the learner with its credit note', async () => {
    expect(await refund()).toMatchObject({
      amountPaise: 118_000,
      status: 'done',
      creditNote: 'CN/26-27/000001',
      leftPaise: 0,
    })
    expect(api.payments.refunds).toEqual([{ paymentId: providerPayment, amountPaise: 118_000, key: KEY, receipt: KEY }])
    expect(await isOpen()).toBe(false)
    expect((await told())[0]).toBe('Your payment is refunded: ₹1,180.00')
    const date_iso = '2026-11-20T06:30:00.000Z'
    const back = [{ amount: 1180, state: 'refunded', date: '20-11-2026', date_iso, credit_note: 'CN/26-27/000001' }]
    expect(await receipt()).toMatchObject({ number: '26-27/000001', total: 1180, refunds: back })
    const [{ purchase_id } = { purchase_id: 0 }] = await buyer.payments()
    const { data } = (await api.call(listPayments, { params: { transactionId: purchase_id } }, buyer.caller)).body
    expect(data).toMatchObject([{ refund: null, refunds: back }])
  })

  test('leaves the course open where staff say so', async () => {
    await refund({ keepAccess: true })
    expect(await isOpen()).toBe(true)
  })

  test('of a renewal leaves what the purchase opened', async () => {
    const [{ valid_until: before } = { valid_until: 0 }] = await buyer.enrolment()
    await enterSale(api.services, testWork(api.clock.now(), 'Renewed'), {
      userId: buyer.learner.user.id,
      courseId: buyer.courseId,
      method: 'cash',
      reference: 'slip 1',
      seller: null,
      confirmed: ['course_id'],
    })
    const renewal = (await buyer.payments()).at(-1)!
    expect((await buyer.enrolment())[0]!.valid_until).toBeGreaterThan(before)
    // It was paid in cash and goes back in cash: no provider is asked.
    expect(await refund({ paymentId: renewal.id })).toMatchObject({ status: 'done', creditNote: 'CN/26-27/000001' })
    expect([(await buyer.enrolment())[0]!.valid_until, sentBack()]).toEqual([before, []])
  })

  test('is written down with who and why', async () => {
    await refund()
    const { entries } = await listWork(api.services.db, { page: 1 })
    expect(entries).toMatchObject([
      { who: 'Divya', action: 'refund requested', subject: `payment ${paymentId}`, reason: 'Bought twice' },
    ])
    expect(entries[0]!.after).toMatchObject({ amount_paise: 118_000, left_paise: 0 })
  })
})

describe('parts', () => {
  test('leave the course open until the rest is back, and never add up to more than was paid', async () => {
    expect(await refund({ amountPaise: 50_000 })).toMatchObject({ status: 'done', leftPaise: 68_000 })
    expect([await isOpen(), (await told())[0]]).toEqual([true, 'A part of your payment is refunded: ₹500.00'])
    await expect(refund({ amountPaise: 68_001, key: 'another-key' })).rejects.toThrow('Only ₹680.00 are left')
    expect(await refund({ key: 'another-key' })).toMatchObject({
      amountPaise: 68_000,
      creditNote: 'CN/26-27/000002',
      leftPaise: 0,
    })
    expect(await isOpen()).toBe(false)
    await expect(refund({ key: 'one-more-key' })).rejects.toThrow('All of this payment has gone back')
    expect(sentBack()).toEqual([50_000, 68_000])
  })

  test('that are asked for at once do not either', async () => {
    const both = await Promise.allSettled(
      ['first-of-two', 'second-of-two'].map((key) => refund({ key, amountPaise: 60_000 })),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(sentBack()).toEqual([60_000])
  })

  test('leave nothing of the value and the tax of their receipt, to the paisa', async () => {
    for (const amountPaise of [33_333, 33_333, undefined])
      await refund({ amountPaise, key: `part-of-${amountPaise}-${sentBack().length}` })
    const { creditNotes, net } = await gstSummary(api.services, { month: '2026-11' })
    expect([creditNotes.number, net]).toEqual([3, { number: 4, taxable: 0, cgst: 0, sgst: 0, igst: 0, total: 0 }])
  })

  test('are taken from the GST of the month in which they went back, by the split of the receipt', async () => {
    api.clock.set(indianTime(2026, 12, 3))
    await refund({ amountPaise: 59_000 })
    const december = await gstSummary(api.services, { month: '2026-12' })
    const back = { number: 1, taxable: 50_000, cgst: 0, sgst: 0, igst: 9_000, total: 59_000 }
    expect(december.rows).toEqual([{ kind: 'credit notes', percent: 18, place: '29 Karnataka', ...back }])
    expect(december.net).toEqual({ number: 1, taxable: -50_000, cgst: 0, sgst: 0, igst: -9_000, total: -59_000 })
    expect((await gstSummary(api.services, { month: '2026-11' })).receipts.total).toBe(118_000)
  })
})

describe('money goes back once', () => {
  test('of a double click', async () => {
    const [first, second] = await Promise.all([refund({ amountPaise: 50_000 }), refund({ amountPaise: 50_000 })])
    expect(second.id).toBe(first.id)
    expect(await refund({ amountPaise: 50_000 })).toMatchObject({ id: first.id, status: 'done' })
    expect(sentBack()).toEqual([50_000])
  })

  test('when the answer is lost: the sweep asks again, and again under the same key', async () => {
    api.payments.losesAnswers = true
    expect(await refund()).toMatchObject({ status: 'requested' })
    expect([await isOpen(), (await receipt()).refunds]).toMatchObject([true, [{ state: 'due', credit_note: null }]])
    api.payments.losesAnswers = false
    api.clock.advance(HOUR)
    await sweep(api)
    expect(await refunds()).toMatchObject([{ status: 'done', credit_note_number: 'CN/26-27/000001' }])
    expect([sentBack(), await isOpen()]).toEqual([[118_000], false])
  })

  test('when a process ends between asking and noting it, or before it asks', async () => {
    // What such a process leaves behind.
    await refund()
    await api.services.db
      .updateTable('payment_refunds')
      .set({
        status: 'requested',
        refund_at: api.clock.now() + 2 * MINUTE,
        ended_at: null,
        credit_note: null,
        credit_note_number: null,
      })
      .execute()
    await sweep(api)
    expect(await refunds()).toMatchObject([{ status: 'requested' }])
    api.clock.advance(2 * MINUTE)
    await Promise.all([sweep(api), sweep(api)])
    expect([await refunds(), sentBack()]).toMatchObject([[{ status: 'done' }], [118_000]])
  })

  test("when the provider's webhook comes before its answer, with the answer, and after it", async () => {
    api.payments.losesAnswers = true
    await refund({ amountPaise: 50_000 })
    await Promise.all([webhook('processed'), webhook('processed')])
    expect(await refunds()).toMatchObject([{ status: 'done', provider_refund_id: `refund of ${KEY}` }])
    api.payments.losesAnswers = false
    api.clock.advance(DAY)
    await sweep(api)
    await webhook('processed')
    expect([sentBack(), await told()]).toEqual([[50_000], ['A part of your payment is refunded: ₹500.00']])
    const events = await api.services.db.selectFrom('payment_events').select('kind').execute()
    expect(events.filter(({ kind }) => kind === 'refund.processed' || kind === 'refund.outside')).toHaveLength(1)
  })
})

describe('the amount left that the caller saw', () => {
  test('lets one of two different refunds through, when both callers saw the same amount', async () => {
    const both = await Promise.allSettled([
      refund({ key: 'key-of-one-tab', amountPaise: 59_000, leftPaise: 118_000 }),
      refund({ key: 'key-of-another-tab', amountPaise: 59_000, leftPaise: 118_000 }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { status: 409, code: 'left_changed', message: expect.stringContaining('₹590.00 of this payment') },
    })
    expect(sentBack()).toEqual([59_000])
  })

  test('counts refunds under way, and counts them no more when they fail', async () => {
    api.payments.refunding = 'pending'
    await refund({ amountPaise: 59_000 })
    const another = { key: 'another-key', amountPaise: 59_000 }
    await expect(refund({ ...another, leftPaise: 118_000 })).rejects.toMatchObject({ code: 'left_changed' })
    await webhook('failed')
    await expect(refund({ ...another, leftPaise: 59_000 })).rejects.toMatchObject({ code: 'left_changed' })
    expect(await refund({ ...another, leftPaise: 118_000 })).toMatchObject({ status: 'requested', leftPaise: 59_000 })
  })

  test('refuses an empty amount as well, and a payment that is refunded in full', async () => {
    await refund({ amountPaise: 59_000 })
    await expect(refund({ key: 'another-key', leftPaise: 118_000 })).rejects.toMatchObject({ code: 'left_changed' })
    await refund({ key: 'another-key' })
    await expect(refund({ key: 'a-third-key', leftPaise: 59_000 })).rejects.toMatchObject({ code: 'left_changed' })
    expect(sentBack()).toEqual([59_000, 59_000])
  })

  test('is not compared again when the same request is repeated', async () => {
    const request = { amountPaise: 59_000, leftPaise: 118_000 }
    const first = await refund(request)
    expect(await refund(request)).toEqual(first)
  })
})

describe('a provider', () => {
  test('that says no ends the refund, and the money can be sent back in another way', async () => {
    api.payments.refunding = { refused: 'The balance is too low' }
    expect(await refund()).toMatchObject({ status: 'failed', problem: 'The balance is too low', leftPaise: 118_000 })
    expect([await isOpen(), (await receipt()).refunds]).toEqual([true, []])
    api.payments.refunding = 'processed'
    expect(await refund({ key: 'another-key' })).toMatchObject({ status: 'done', creditNote: 'CN/26-27/000001' })
  })

  test('that takes its time is believed when it has done it', async () => {
    api.payments.refunding = 'pending'
    expect(await refund()).toMatchObject({ status: 'requested' })
    await webhook('pending')
    expect([await isOpen(), (await refunds())[0]!.status]).toEqual([true, 'requested'])
    await webhook('processed')
    expect([await isOpen(), (await refunds())[0]!.status]).toEqual([false, 'done'])
  })

  test('that takes it and then fails leaves course and receipt as they are', async () => {
    api.payments.refunding = 'pending'
    await refund()
    await webhook('failed')
    expect([await isOpen(), (await receipt()).refunds, await refunds()]).toMatchObject([
      true,
      [],
      [{ status: 'failed' }],
    ])
  })

  test('tells of refunds under other names, which are not ours', async () => {
    api.payments.refunding = 'pending'
    await refund({ amountPaise: 50_000 })
    await webhook('processed', 'somebody else', 'rfnd_9')
    expect((await refunds())[0]!.status).toBe('requested')
  })
})

describe('there is no refund', () => {
  test.each<[string, Partial<Refund>, object]>([
    ['of a payment that does not exist', { paymentId: 999 }, { status: 404 }],
    ['of less than a rupee', { amountPaise: 99 }, { status: 422 }],
    ['of a part of a paisa', { amountPaise: 100.5 }, { status: 422 }],
    ['under a name that providers do not take', { key: 'short' }, { status: 422 }],
  ])('%s', async (_, given, error) => {
    await expect(refund(given)).rejects.toMatchObject(error)
    expect(await refunds()).toEqual([])
  })

  test('without a reason', async () => {
    const work = testWork(api.clock.now(), 'x'.repeat(501))
    await expect(refundPayment(api.services, work, { paymentId, leftPaise: 118_000, key: KEY })).rejects.toMatchObject({
      status: 422,
    })
    expect([await refunds(), sentBack()]).toEqual([[], []])
  })

  test('under the name of another one', async () => {
    await refund({ amountPaise: 50_000 })
    for (const other of [{ amountPaise: 40_000 }, { amountPaise: 50_000, keepAccess: true }, {}])
      await expect(refund(other)).rejects.toMatchObject({
        status: 409,
        errors: { key: 'This key is that of another refund' },
      })
    expect(await refund({ amountPaise: 50_000 })).toMatchObject({ amountPaise: 50_000 })
    // Without an amount, a key is that of a refund of all that was left.
    expect(await refund({ key: 'another-key' })).toMatchObject({ amountPaise: 68_000 })
    expect(await refund({ key: 'another-key' })).toMatchObject({ amountPaise: 68_000 })
    expect(sentBack()).toEqual([50_000, 68_000])
  })

  test('of money that goes back by itself, or that another provider took', async () => {
    const other = await buyerOf(api)
    await tellWebhook(api, api.payments.pay((await other.create()).body.order_id, { amountPaise: 500 }))
    const [unkept] = await other.payments()
    await expect(refund({ paymentId: unkept!.id })).rejects.toThrow('all of it goes back by itself')
    api.payments.name = 'another'
    await expect(refund()).rejects.toThrow('razorpay took this payment')
  })
})
