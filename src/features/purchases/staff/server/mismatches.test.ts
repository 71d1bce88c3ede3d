import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DAY, HOUR } from '#lib/both/time/clock.ts'
import { testWork } from '../../../../../tests/support/api/staff-work.ts'
import { testApi, type TestApi } from '../../../../../tests/support/api/api.ts'
import { buyerOf, readLeftPaise, tellWebhook, type Buyer } from '../../../../../tests/support/scenes/buyer.ts'
import { seedCourse } from '../../../../../tests/support/scenes/catalogue-fixture.ts'
import { webhookPath } from '../../server/payments/webhook.ts'
import { askAboutOrder, askAboutPayment } from './ask-provider.ts'
import { adoptRefunds } from '../../server/refunds/adopt-refunds.ts'
import { enterSale } from '../../server/orders/enter-sale.ts'
import { countMismatches, listMismatches } from './mismatches.ts'
import { refundPayment } from './refund.ts'

/** What of money needs a person to look. */

let api: TestApi
let buyer: Buyer
let orderId: string

beforeEach(async () => {
  api = await testApi()
  api.payments.name = 'razorpay'
  buyer = await buyerOf(api)
  orderId = (await buyer.create()).body.order_id
})

afterEach(() => api.close())

/** After everything that was told has been dealt with. */
async function mismatches() {
  api.clock.advance(HOUR)
  const span = { now: api.clock.now(), since: api.clock.now() - 30 * DAY }
  const { listed, number } = await listMismatches(api.services, span, 10)
  expect(number).toBe(listed.length)
  return listed
}

async function bought() {
  const payment = api.payments.pay(orderId)
  await tellWebhook(api, payment)
  return { ...(await buyer.payments())[0]!, told: payment }
}

const work = () => testWork(api.clock.now(), 'Asked for it')
const refund = async (paymentId: number, key = 'key-of-a-refund') =>
  refundPayment(api.services, work(), { paymentId, leftPaise: await readLeftPaise(api, paymentId), key })

describe('our own rows', () => {
  test('match where everything went as it should, money that went back by itself included', async () => {
    await bought()
    await tellWebhook(api, api.payments.pay(orderId))
    expect(await mismatches()).toEqual([])
  })

  test('name money that the provider told of and that opened nothing, and money of no order of ours, once each', async () => {
    const { told } = await bought()
    const stranger = { ...told, id: 'pay_stranger', orderId: 'order_stranger' }
    await tellWebhook(api, stranger)
    await tellWebhook(api, stranger)
    await api.services.db.deleteFrom('payments').execute()
    const found = await mismatches()
    expect(found.map(({ kind, detail }) => [kind, detail]).toSorted()).toEqual([
      ['paid, not granted', told.id],
      ['unknown order', 'pay_stranger of order_stranger'],
    ])
  })

  test('name a payment that is not what its order asks', async () => {
    const { id } = await bought()
    await api.services.db.updateTable('payments').set({ amount_paise: 100 }).execute()
    expect(await mismatches()).toMatchObject([{ kind: 'other amount', paymentId: id, amountPaise: 100 }])
  })

  test('name a refund that failed until somebody asks again, and one that hangs', async () => {
    const { id } = await bought()
    api.payments.refunding = { refused: 'The balance is too low' }
    await refund(id)
    expect(await mismatches()).toMatchObject([
      { kind: 'refund failed', paymentId: id, detail: 'The balance is too low' },
    ])
    api.payments.refunding = 'pending'
    await refund(id, 'another-key')
    expect(await mismatches()).toEqual([])
    api.clock.advance(3 * DAY)
    expect(await mismatches()).toMatchObject([{ kind: 'refund hangs', paymentId: id, amountPaise: 118_000 }])
  })

  test("name what somebody sent back in the provider's dashboard", async () => {
    const { told } = await bought()
    const outside = { id: 'rfnd_1', paymentId: told.id, status: 'processed', amountPaise: 500 } as const
    await api.request(webhookPath, api.payments.webhook({ kind: 'refund.processed', refund: outside }))
    expect(await mismatches()).toMatchObject([
      { kind: 'refunded outside', amountPaise: 500, detail: `rfnd_1 of ${told.id}` },
    ])
  })

  test('name a course that was paid for online and at the desk within days, until one of the two goes back', async () => {
    await bought()
    const { userId, courseId } = { userId: buyer.learner.user.id, courseId: buyer.courseId }
    const sale = { userId, courseId, method: 'cash', reference: 'slip 1', seller: null } as const
    await enterSale(api.services, work(), { ...sale, confirmed: ['course_id'] })
    const [online, desk] = await buyer.payments()
    expect(await mismatches()).toMatchObject([
      { kind: 'paid twice', paymentId: desk!.id, detail: `as payment ${online!.id}` },
    ])
    await refund(desk!.id)
    expect(await mismatches()).toEqual([])
  })

  test('are not two sales of a free course', async () => {
    const { user } = await api.learner()
    const { id: courseId } = await seedCourse(api.services.db, { title: 'Free', pricePaise: 0 })
    for (const reference of ['slip 1', 'slip 2'])
      await enterSale(api.services, work(), {
        ...{ userId: user.id, courseId, method: 'cash', reference, seller: null, confirmed: ['course_id'] },
      })
    expect(await mismatches()).toEqual([])
  })

  test('list the failed refund of a payment that was not kept, however old it is', async () => {
    const { db } = api.services
    await tellWebhook(api, api.payments.pay(orderId, { amountPaise: 500 }))
    await adoptRefunds(db, api.clock.now())
    await db.updateTable('payments').set({ status: 'refund_failed' }).execute()
    await db.updateTable('payment_refunds').set({ status: 'failed', ended_at: api.clock.now() }).execute()
    api.clock.advance(100 * DAY)
    expect(await mismatches()).toMatchObject([{ kind: 'refund failed', amountPaise: 500 }])
  })

  test('are listed newest first up to a limit, which does not limit their number', async () => {
    const { db } = api.services
    const now = api.clock.now()
    const events = Array.from({ length: 300 }, (_, index) => ({
      ...({ purchase_id: null, order_id: null, source: 'webhook', kind: 'payment.captured' } as const),
      // Two events of each payment
      detail: JSON.stringify({ payment: `pay_${index % 150}` }),
      at: now - DAY + index,
    }))
    await db.insertInto('payment_events').values(events).execute()
    const span = { now, since: now - 30 * DAY }
    const { listed, number } = await listMismatches(api.services, span, 2)
    expect(listed.map(({ detail, at }) => [detail, at])).toEqual([
      ['pay_149 of no order', now - DAY + 299],
      ['pay_148 of no order', now - DAY + 298],
    ])
    expect(number).toBe(150)
    expect(await countMismatches(api.services, span)).toEqual({ count: 150, since: now - DAY + 150 })
  })

  test('are looked at as far back as is asked', async () => {
    await bought()
    await api.services.db.updateTable('payments').set({ amount_paise: 100 }).execute()
    api.clock.advance(31 * DAY)
    expect(await mismatches()).toEqual([])
  })
})

describe('the provider, when it is asked about a payment,', () => {
  const ask = async (paymentId: number) => (await askAboutPayment(api.services, paymentId)).map(({ says }) => says)

  test('says the same of one that is as it should be', async () => {
    expect(await ask((await bought()).id)).toEqual([])
  })

  test.each([
    [{ amountPaise: 500 }, 'took ₹5.00, not ₹1,180.00'],
    [{ currency: 'USD' }, 'took 1180 USD, not ₹1,180.00'],
    [{ orderId: 'order_9' }, /^has it for order order_9, not order_/],
    [{ status: 'failed' as const }, 'calls it failed'],
    [{ refundedPaise: 500 }, 'sent ₹5.00 of it back, not ₹0.00'],
  ])('says what differs: %j', async (differing, words) => {
    const { id, told } = await bought()
    api.payments.fetchPayment = async () => ({ ...told, ...differing })
    expect(await ask(id)).toEqual([expect.stringMatching(words)])
  })

  test('counts what we have sent back', async () => {
    const { id, told } = await bought()
    await refund(id)
    api.payments.fetchPayment = async () => ({ ...told, status: 'refunded', refundedPaise: 118_000 })
    expect(await ask(id)).toEqual([])
  })

  test('may not know it, not answer, or not be the one that took it', async () => {
    const { id } = await bought()
    api.payments.fetchPayment = async () => undefined
    expect(await ask(id)).toEqual(['does not know it'])
    await expect(ask(999)).rejects.toMatchObject({ status: 404 })
    api.payments.name = 'another'
    await expect(ask(id)).rejects.toMatchObject({ status: 409 })
    await api.services.db.updateTable('payments').set({ provider: 'desk' }).execute()
    await expect(ask(id)).rejects.toThrow('paid at the desk')
  })

  test('is asked about all of an order, also what it took and we do not know', async () => {
    const { order_id, told } = await bought()
    expect(await askAboutOrder(api.services, order_id!)).toEqual([])
    const second = api.payments.pay(orderId)
    api.payments.pay(orderId, { status: 'failed' })
    expect(await askAboutOrder(api.services, order_id!)).toEqual([
      { payment: second.id, says: 'took ₹1,180.00, of which we know nothing' },
    ])
    await api.services.db.updateTable('payments').set({ amount_paise: 100 }).execute()
    expect((await askAboutOrder(api.services, order_id!)).map(({ payment }) => payment)).toEqual([second.id, told.id])
    api.payments.down = true
    await expect(askAboutOrder(api.services, order_id!)).rejects.toMatchObject({ status: 502 })
  })
})
