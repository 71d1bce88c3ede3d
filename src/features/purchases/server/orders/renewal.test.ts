import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { getMyCourse } from '#features/course/course.contract.ts'
import { DAY } from '#lib/both/time/clock.ts'
import { testApi, type TestApi } from '../../../../../tests/support/api/api.ts'
import { buyerOf, sweep, tellWebhook } from '../../../../../tests/support/scenes/buyer.ts'
import { storeRenewal } from '../../purchases.contract.ts'
import { validUntil } from '../../purchases.rules.ts'

let api: TestApi

beforeEach(async () => {
  api = await testApi()
})

afterEach(() => api.close())

/** A learner who has paid a part. @param ends days from today */
async function inPart(ends: number, renewalPaise = 50_000) {
  const buyer = await buyerOf(api)
  const { order_id, transactionid } = (await buyer.create()).body
  await tellWebhook(api, api.payments.pay(order_id))
  const { db } = api.services
  const valid_until = validUntil(api.clock.now(), ends)
  await db
    .updateTable('enrolments')
    .set({ payment_status: 'partialpymnt', renewal_paise: renewalPaise, valid_until })
    .where('user_id', '=', buyer.learner.user.id)
    .execute()
  await db.updateTable('purchases').set({ payment_status: 'partialpymnt' }).where('id', '=', transactionid).execute()
  return { buyer, transaction: transactionid }
}

describe('a renewal is offered by the course page where the renewal page sells it', () => {
  const offered = async ({ buyer }: Awaited<ReturnType<typeof inPart>>) => {
    const { page_content } = (await api.call(getMyCourse, { params: { id: buyer.courseId } }, buyer.caller)).body
    return [page_content.renewal_amount, (await buyer.state()).renewal?.renewal_amount ?? 0]
  }

  test.each([
    ['what is left of a purchase paid in part', {}, {}, [500, 500]],
    ['what is left of a course whose purchase is closed', {}, { payment_status: 'closedpymnt' }, [500, 500]],
    ['nothing where the whole price is paid', { payment_status: 'closedpymnt' }, {}, [0, 0]],
    ['nothing where nothing is left', { renewal_paise: 0 }, {}, [0, 0]],
    ['nothing without a purchase', {}, { payment_status: 'pending' }, [0, 0]],
  ] as const)('%s', async (_, enrolment, purchase, expected) => {
    const bought = await inPart(-1)
    const { db } = api.services
    await db
      .updateTable('enrolments')
      .set({ renewal_paise: 50_000, ...enrolment })
      .execute()
    await db
      .updateTable('purchases')
      .set({ payment_status: 'partialpymnt', ...purchase })
      .execute()
    expect(await offered(bought)).toEqual(expected)
  })
})

describe('a renewal', () => {
  test.each([
    ['today, of a course that has ended', -40, 365],
    ['its end, of a course that has not', 10, 375],
  ])('extends the validity from %s', async (_, ends, days) => {
    const { buyer, transaction } = await inPart(ends)
    expect((await buyer.state()).renewal).toEqual({
      transaction_id: transaction,
      title: 'Course',
      renewal_amount: 500,
      details: { thumbnail: '/media/thumb.svg', gst: 18 },
    })
    const { page_content } = (await api.call(getMyCourse, { params: { id: buyer.courseId } }, buyer.caller)).body
    expect(page_content).toMatchObject({ transaction_id: transaction, renewal_amount: 500, details: { gst: 18 } })
    const { body } = await buyer.initiate(transaction)
    expect(body).toMatchObject({ transaction_id: transaction, checkout: { amount: 50_000 } })
    const told = await buyer.postRenewal(transaction, api.payments.pay(body.order_id))
    expect(told.body).toMatchObject({ outcome: 'granted', course_id: buyer.courseId })
    expect(await buyer.enrolment()).toMatchObject([
      { payment_status: 'closedpymnt', renewal_paise: 0, valid_until: validUntil(api.clock.now(), days) },
    ])
    expect(await buyer.state()).toMatchObject({ renewal: null, payment: 'granted', course_status: 'Active' })
  })

  test('that is paid twice extends once, and the second payment goes back', async () => {
    const { buyer, transaction } = await inPart(-1)
    const { order_id } = (await buyer.initiate(transaction)).body
    const [first, second] = [api.payments.pay(order_id), api.payments.pay(order_id)]
    await Promise.all([buyer.postRenewal(transaction, first), tellWebhook(api, second)])
    await sweep(api)
    expect(await buyer.enrolment()).toMatchObject([{ valid_until: validUntil(api.clock.now(), 365) }])
    expect(api.payments.refunds).toHaveLength(1)
    expect((await buyer.payments()).map(({ status }) => status).sort()).toEqual(['granted', 'granted', 'refunded'])
  })

  test('is refused when nothing is left to pay', async () => {
    const { buyer, transaction } = await inPart(-1, 0)
    const { status, body } = await buyer.initiate(transaction)
    expect([status, body.code]).toEqual([409, 'nothing_to_pay'])
    // The page says which course, and whom to ask.
    expect(await buyer.state()).toMatchObject({ renewal: null, course_status: 'Expired', title: 'Course', phone: '' })
  })

  test("is refused for another learner's purchase", async () => {
    const { transaction } = await inPart(-1)
    expect((await (await buyerOf(api)).initiate(transaction)).status).toBe(404)
  })

  test('whose amount changed while the window was open goes back when it is paid after the new one', async () => {
    const { buyer, transaction } = await inPart(-1)
    const old = (await buyer.initiate(transaction)).body.order_id
    await api.services.db.updateTable('enrolments').set({ renewal_paise: 60_000 }).execute()
    const now = (await buyer.initiate(transaction)).body.order_id
    expect(now).not.toBe(old)
    await tellWebhook(api, api.payments.pay(now))
    await tellWebhook(api, api.payments.pay(old))
    api.clock.advance(DAY)
    await sweep(api)
    expect((await buyer.payments()).at(-1)).toMatchObject({ status: 'refunded', reason: 'already_renewed' })
  })
})

describe('a renewal of which another amount is owed by the time it is paid', () => {
  const owe = (renewal_paise: number) =>
    api.services.db
      .updateTable('enrolments')
      .set({ renewal_paise })
      .where('payment_status', '=', 'partialpymnt')
      .execute()

  test('goes back when more is owed, extends nothing, and says what is left to pay', async () => {
    const { buyer, transaction } = await inPart(-1)
    const { order_id } = (await buyer.initiate(transaction)).body
    await owe(80_000)
    const told = await buyer.postRenewal(transaction, api.payments.pay(order_id))
    const why = 'The amount due for this course changed before you paid. It is now ₹800.00.'
    expect(told.body).toMatchObject({ outcome: 'refunded', message: `${why} Your payment is being refunded.` })
    expect(await buyer.state()).toMatchObject({
      payment: 'refunded',
      refund: { amount: 500, why },
      renewal: { renewal_amount: 800 },
      course_status: 'Expired',
    })
    await sweep(api)
    expect(api.payments.refunds).toMatchObject([{ amountPaise: 50_000 }])
    // The whole of it can be paid.
    const again = await buyer.initiate(transaction)
    expect(again.body.checkout.amount).toBe(80_000)
    await tellWebhook(api, api.payments.pay(again.body.order_id))
    expect(await buyer.state()).toMatchObject({ payment: 'granted', renewal: null, course_status: 'Active' })
  })

  test('extends the course when less is owed', async () => {
    const { buyer, transaction } = await inPart(-1)
    const { order_id } = (await buyer.initiate(transaction)).body
    await owe(30_000)
    await tellWebhook(api, api.payments.pay(order_id))
    expect(await buyer.state()).toMatchObject({ payment: 'granted', renewal: null, course_status: 'Active' })
    expect(api.payments.refunds).toEqual([])
  })
})

describe('a checkout that was closed', () => {
  const noted = (transaction: number) =>
    api.services.db
      .selectFrom('payment_events')
      .select(['kind', 'detail'])
      .where('purchase_id', '=', transaction)
      .where('kind', '=', 'checkout.failed')
      .execute()

  test.each([404, '404'] as const)('is noted of a purchase with the reference %j', async (reference_id) => {
    const buyer = await buyerOf(api)
    const { order_id, transactionid } = (await buyer.create()).body
    const told = await buyer.dismiss(transactionid, order_id, reference_id)
    expect([told.status, told.body.outcome]).toEqual([200, 'failed'])
    expect(await noted(transactionid)).toEqual([{ kind: 'checkout.failed', detail: '{"reference":"404"}' }])
  })

  test('is noted of a renewal, whose payment may come all the same', async () => {
    const { buyer, transaction } = await inPart(-1)
    const { order_id } = (await buyer.initiate(transaction)).body
    const body = { transaction_id: transaction, order_id, amount: 500, status: 'failed', reference_id: 404 } as const
    const told = await api.call(storeRenewal, { body }, buyer.caller)
    expect([told.status, told.body.outcome]).toEqual([200, 'failed'])
    expect(await noted(transaction)).toHaveLength(1)
    await tellWebhook(api, api.payments.pay(order_id))
    expect((await buyer.state()).renewal).toBeNull()
  })

  test('says so with 404 and no other number; and a payment that was made has an id', async () => {
    const buyer = await buyerOf(api)
    const { order_id, transactionid } = (await buyer.create()).body
    const told = await buyer.dismiss(transactionid, order_id, 405 as never)
    expect([told.status, Object.keys(told.body.errors ?? {})]).toEqual([422, ['reference_id']])
    const blank = await buyer.post(transactionid, api.payments.pay(order_id), { reference_id: '' })
    expect([blank.status, blank.body.errors]).toEqual([
      422,
      { reference_id: 'A successful payment needs its payment id' },
    ])
  })
})
