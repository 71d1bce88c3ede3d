import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { listNotifications } from '#features/notifications/notifications.contract.ts'
import { DAY, HOUR, MINUTE } from '#lib/both/time/clock.ts'
import type { ProviderPayment } from '#providers/payment/payment-provider.ts'
import { testApi, type TestApi } from '../../../../../tests/support/api/api.ts'
import { buyerOf, reprice, sweep, tellWebhook, type Buyer } from '../../../../../tests/support/scenes/buyer.ts'
import { getInvoice } from '../../receipts/invoice.contract.ts'
import { listPayments, listPurchases } from '../../purchases.contract.ts'

let api: TestApi

beforeEach(async () => {
  api = await testApi()
})

afterEach(() => api.close())

const WHY = 'The price of this course changed more than 24 hours before you paid. It is now ₹1,416.00 including GST.'

async function atTheTill() {
  const buyer = await buyerOf(api)
  const { body } = await buyer.create()
  return { buyer, orderId: body.order_id, transaction: body.transactionid }
}

/** ₹1,000 become ₹1,200, and with GST ₹1,416. */
const dearer = (buyer: Buyer) => reprice(api, buyer.courseId, 120_000)

const outcomeOf = async (buyer: Buyer) => {
  await sweep(api)
  const stored = await buyer.payments()
  expect(await buyer.enrolment()).toHaveLength(stored.filter(({ status }) => status === 'granted').length)
  return stored.map(({ status, reason }) => [status, reason])
}

const granted = [['granted', null]]
const goneBack = [['refunded', 'price_changed']]

const notifications = async (buyer: Buyer) => (await api.call(listNotifications, {}, buyer.caller)).body.data

describe('an order made before the price went up', () => {
  test.each([
    ['at once', 0, granted],
    ['24 hours later', DAY, granted],
    ['a minute after that', DAY + MINUTE, goneBack],
    ['three weeks later, when it has lapsed', 21 * DAY, goneBack],
  ])('and paid %s', async (_, later, outcome) => {
    const { buyer, orderId } = await atTheTill()
    await dearer(buyer)
    api.clock.advance(later)
    await tellWebhook(api, api.payments.pay(orderId))
    expect(await outcomeOf(buyer)).toEqual(outcome)
    expect(api.payments.refunds).toHaveLength(outcome === granted ? 0 : 1)
  })

  const ways = {
    post: (buyer: Buyer, transaction: number, payment: ProviderPayment) => buyer.post(transaction, payment),
    webhook: (_: Buyer, __: number, payment: ProviderPayment) => tellWebhook(api, payment),
    sweep: () => sweep(api),
    return: (buyer: Buyer) => buyer.state(),
  }

  test.each(Object.keys(ways) as (keyof typeof ways)[])(
    'pays back once what is told by %s and by all',
    async (first) => {
      const { buyer, orderId, transaction } = await atTheTill()
      await dearer(buyer)
      api.clock.advance(DAY + HOUR)
      const payment = api.payments.pay(orderId)
      for (const way of [first, 'post', 'webhook', 'sweep', 'return'] as const)
        await ways[way](buyer, transaction, payment)
      expect(await outcomeOf(buyer)).toEqual(goneBack)
      expect(api.payments.refunds).toMatchObject([{ paymentId: payment.id, amountPaise: 118_000 }])
    },
  )

  test('counts from when the learner paid, where the provider says when, however late it is told', async () => {
    const { buyer, orderId } = await atTheTill()
    const inTime = api.payments.pay(orderId, { paidAt: api.clock.now() })
    await dearer(buyer)
    api.clock.advance(5 * DAY)
    await tellWebhook(api, inTime)
    expect(await outcomeOf(buyer)).toEqual(granted)
  })

  test('is not made newer by a provider whose clock is ahead', async () => {
    const { buyer, orderId } = await atTheTill()
    await dearer(buyer)
    api.clock.advance(DAY)
    await tellWebhook(api, api.payments.pay(orderId, { paidAt: api.clock.now() + HOUR }))
    expect(await outcomeOf(buyer)).toEqual(granted)
  })

  test('is not kept alive by later changes of the price', async () => {
    const { buyer, orderId } = await atTheTill()
    await dearer(buyer)
    api.clock.advance(3 * DAY)
    await reprice(api, buyer.courseId, 130_000)
    await tellWebhook(api, api.payments.pay(orderId))
    expect(await outcomeOf(buyer)).toEqual(goneBack)
  })

  test('counts again when the price comes back, and until a day after it has ended once more', async () => {
    const [now, later, tooLate] = [await atTheTill(), await atTheTill(), await atTheTill()]
    for (const { buyer } of [now, later, tooLate]) await dearer(buyer)
    api.clock.advance(9 * DAY)
    for (const { buyer } of [now, later, tooLate]) await reprice(api, buyer.courseId, 100_000)
    await tellWebhook(api, api.payments.pay(now.orderId))
    expect(await outcomeOf(now.buyer)).toEqual(granted)
    for (const { buyer } of [later, tooLate]) await dearer(buyer)
    api.clock.advance(DAY)
    await tellWebhook(api, api.payments.pay(later.orderId))
    expect(await outcomeOf(later.buyer)).toEqual(granted)
    api.clock.advance(MINUTE)
    await tellWebhook(api, api.payments.pay(tooLate.orderId))
    expect(await outcomeOf(tooLate.buyer)).toEqual(goneBack)
  })

  test('of a change that nobody noted, counts for a day from when it was made', async () => {
    const [soon, late] = [await atTheTill(), await atTheTill()]
    const { db } = api.services
    await db.updateTable('courses').set({ price_paise: 120_000 }).execute()
    api.clock.advance(DAY)
    await tellWebhook(api, api.payments.pay(soon.orderId))
    expect(await outcomeOf(soon.buyer)).toEqual(granted)
    api.clock.advance(MINUTE)
    await tellWebhook(api, api.payments.pay(late.orderId))
    expect(await outcomeOf(late.buyer)).toEqual(goneBack)
  })

  test('is not handed out again: the order made then costs what the course does', async () => {
    const { buyer, orderId } = await atTheTill()
    api.clock.advance(9 * DAY)
    await sweep(api)
    await dearer(buyer)
    expect(await buyer.create()).toMatchObject({ status: 409, body: { code: 'price_changed' } })
    const again = await buyer.create({ price: 1200, price_gst: 1416 })
    expect(again.body.order_id).not.toBe(orderId)
    expect(again.body.checkout.amount).toBe(141_600)
  })

  test('keeps its price on the receipt and in the list of purchases, although another was begun since', async () => {
    const { buyer, orderId, transaction } = await atTheTill()
    const { db } = api.services
    await reprice(api, buyer.courseId, 120_000)
    await db.updateTable('courses').set({ gst_percent: 5 }).where('id', '=', buyer.courseId).execute()
    expect((await buyer.create({ price: 1200, price_gst: 1260 })).status).toBe(200)
    await tellWebhook(api, api.payments.pay(orderId))
    const { body } = await api.call(
      listPurchases,
      { params: { userId: buyer.learner.user.id }, query: {} },
      buyer.caller,
    )
    expect(body.data).toMatchObject([
      { transaction_id: transaction, price: 1000, offered_price: 1000, paid_amount: 1180 },
    ])
    const [payment] = await buyer.payments()
    const invoice = await api.call(getInvoice, { params: { paymentId: payment!.id } }, buyer.caller)
    expect(invoice.body.data).toMatchObject({
      taxable_value: 1000,
      total: 1180,
      taxes: [{ percent: 9 }, { percent: 9 }],
    })
  })
})

describe('an order made before the price went down', () => {
  test('can be paid for a day after the lower price has ended, too', async () => {
    const [soon, late] = [await atTheTill(), await atTheTill()]
    for (const price of [50_000, 120_000]) {
      api.clock.advance(9 * DAY)
      for (const { buyer } of [soon, late]) await reprice(api, buyer.courseId, price)
    }
    api.clock.advance(DAY)
    await tellWebhook(api, api.payments.pay(soon.orderId))
    expect(await outcomeOf(soon.buyer)).toEqual(granted)
    api.clock.advance(MINUTE)
    await tellWebhook(api, api.payments.pay(late.orderId))
    expect(await outcomeOf(late.buyer)).toEqual(goneBack)
  })

  test('opens the course, however late: whoever has paid more has paid enough', async () => {
    const { buyer, orderId, transaction } = await atTheTill()
    await reprice(api, buyer.courseId, 100_000, 50_000)
    api.clock.advance(30 * DAY)
    await tellWebhook(api, api.payments.pay(orderId))
    expect(await outcomeOf(buyer)).toEqual(granted)
    const event = await api.services.db
      .selectFrom('payment_events')
      .select('detail')
      .where('purchase_id', '=', transaction)
      .where('kind', '=', 'payment.granted')
      .executeTakeFirstOrThrow()
    // So that the operator can give the difference back.
    expect(JSON.parse(event.detail)).toMatchObject({ amount_paise: 118_000, asked_paise: 59_000 })
  })
})

describe('of a payment that goes back because of the price', () => {
  async function paidTooLate() {
    const at = await atTheTill()
    await dearer(at.buyer)
    api.clock.advance(2 * DAY)
    return { ...at, payment: api.payments.pay(at.orderId) }
  }

  test('the learner at the till reads what happened and what the price is now', async () => {
    const { buyer, transaction, payment } = await paidTooLate()
    const told = await buyer.post(transaction, payment)
    expect(told.body).toMatchObject({
      success: false,
      outcome: 'refunded',
      message: `${WHY} Your payment is being refunded.`,
    })
    expect(await buyer.state()).toMatchObject({ payment: 'refunded', refund: { amount: 1180, state: 'due', why: WHY } })
    await sweep(api)
    expect(await buyer.state()).toMatchObject({ refund: { state: 'refunded', why: WHY } })
  })

  test('the learner reads it too when the till was opened anew before, at the new price', async () => {
    const { buyer, payment, transaction } = await paidTooLate()
    await buyer.create({ price: 1200, price_gst: 1416 })
    await buyer.post(transaction, payment)
    expect(await buyer.state()).toMatchObject({ payment: 'refunded', refund: { amount: 1180, why: WHY } })
  })

  test('the payment history says the same', async () => {
    const { buyer, transaction, payment } = await paidTooLate()
    await tellWebhook(api, payment)
    const { body } = await api.call(listPayments, { params: { transactionId: transaction } }, buyer.caller)
    expect(body.data).toMatchObject([{ refund: 'due', refund_why: WHY, payment_status: 'pending' }])
  })

  test('a learner who has left is told under the bell, once', async () => {
    const { buyer, payment, transaction } = await paidTooLate()
    await Promise.all([tellWebhook(api, payment), tellWebhook(api, payment), buyer.post(transaction, payment)])
    await sweep(api)
    const told = await notifications(buyer)
    expect(told).toHaveLength(1)
    expect(told[0]).toMatchObject({ title: 'Your payment of ₹1,180.00 is being refunded' })
    expect(told[0]!.message).toContain(WHY)
  })

  test('a course that is not sold any more has no price', async () => {
    const { buyer, transaction, payment } = await paidTooLate()
    await api.services.db.updateTable('courses').set({ retired: 1 }).where('id', '=', buyer.courseId).execute()
    const told = await buyer.post(transaction, payment)
    expect(told.body.message).toMatch(/^The price of this course changed .* The course is no longer sold\. /)
  })

  test('the course can be bought at the price of today', async () => {
    const { buyer, payment } = await paidTooLate()
    await tellWebhook(api, payment)
    const { body } = await buyer.create({ price: 1200, price_gst: 1416 })
    await tellWebhook(api, api.payments.pay(body.order_id))
    expect(await outcomeOf(buyer)).toEqual([...goneBack, ...granted])
    expect(await buyer.state()).toMatchObject({ payment: 'granted', refund: null })
  })
})

test('an order whose tax was rounded otherwise opens the course however late it is paid, as the price is the same', async () => {
  const { buyer, orderId } = await atTheTill()
  const { db } = api.services
  await db.updateTable('payment_orders').set({ amount_paise: 117_999 }).execute()
  api.clock.advance(3 * DAY)
  await tellWebhook(api, api.payments.pay(orderId, { amountPaise: 117_999 }))
  expect(await outcomeOf(buyer)).toEqual(granted)
})

test('an order whose tax was rounded otherwise can be paid for a day after its price ended, and no longer', async () => {
  const [soon, late] = [await atTheTill(), await atTheTill()]
  await api.services.db.updateTable('payment_orders').set({ amount_paise: 117_999 }).execute()
  api.clock.advance(9 * DAY)
  for (const { buyer } of [soon, late]) await dearer(buyer)
  api.clock.advance(DAY)
  await tellWebhook(api, api.payments.pay(soon.orderId, { amountPaise: 117_999 }))
  expect(await outcomeOf(soon.buyer)).toEqual(granted)
  api.clock.advance(MINUTE)
  await tellWebhook(api, api.payments.pay(late.orderId, { amountPaise: 117_999 }))
  expect(await outcomeOf(late.buyer)).toEqual(goneBack)
})

test('a price that changes in the moment of a payment loses no money and opens the course', async () => {
  const all: Awaited<ReturnType<typeof atTheTill>>[] = []
  while (all.length < 8) all.push(await atTheTill())
  await Promise.all(all.flatMap(({ buyer, orderId }) => [tellWebhook(api, api.payments.pay(orderId)), dearer(buyer)]))
  for (const { buyer } of all) expect(await outcomeOf(buyer)).toEqual(granted)
})
