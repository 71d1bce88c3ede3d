import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '#lib/both/time/clock.ts'
import type { ProviderPayment } from '#providers/payment/payment-provider.ts'
import { testApi, type TestApi } from '../../../../../tests/support/api/api.ts'
import { buyerOf, reprice, sweep, tellWebhook, type Buyer } from '../../../../../tests/support/scenes/buyer.ts'

let api: TestApi

beforeEach(async () => {
  api = await testApi()
})

afterEach(() => api.close())

async function atTheTill(given: Parameters<typeof buyerOf>[1] = {}) {
  const buyer = await buyerOf(api, given)
  const { body } = await buyer.create()
  return { buyer, orderId: body.order_id, transaction: body.transactionid }
}

/** The ways by which a capture is told. */
const ways = {
  post: (buyer: Buyer, transaction: number, payment: ProviderPayment) => buyer.post(transaction, payment),
  webhook: (_: Buyer, __: number, payment: ProviderPayment) => tellWebhook(api, payment),
  sweep: async () => {
    api.clock.advance(HOUR)
    await sweep(api)
  },
  // Whoever comes back to the page.
  return: (buyer: Buyer) => buyer.state(),
}

type Way = keyof typeof ways

const permutations = (names: Way[]): Way[][] =>
  names.length <= 1
    ? [names]
    : names.flatMap((name) => permutations(names.filter((other) => other !== name)).map((rest) => [name, ...rest]))

describe('a captured payment opens the course once', () => {
  test.each([
    ...permutations(['post', 'webhook', 'sweep']),
    ['post'],
    ['webhook'],
    ['sweep'],
    ['return'],
    ['post', 'post'],
    ['webhook', 'webhook', 'post'],
    ['return', 'sweep', 'webhook'],
  ] as Way[][])('told by %s %s %s', async (...told) => {
    const { buyer, orderId, transaction } = await atTheTill()
    const payment = api.payments.pay(orderId)
    for (const way of told.filter(Boolean)) await ways[way](buyer, transaction, payment)
    expect(await buyer.enrolment()).toHaveLength(1)
    expect(await buyer.payments()).toMatchObject([
      { provider_payment_id: payment.id, amount_paise: 118_000, status: 'granted' },
    ])
    expect(api.payments.refunds).toEqual([])
  })

  test('told by all at the same moment', async () => {
    const { buyer, orderId, transaction } = await atTheTill()
    const payment = api.payments.pay(orderId)
    await Promise.all([
      buyer.post(transaction, payment),
      buyer.post(transaction, payment),
      tellWebhook(api, payment),
      tellWebhook(api, payment),
      buyer.state(),
    ])
    expect(await buyer.enrolment()).toHaveLength(1)
    expect(await buyer.payments()).toMatchObject([{ status: 'granted' }])
  })

  test('and is answered granted, whoever asks again', async () => {
    const { buyer, orderId, transaction } = await atTheTill()
    const payment = api.payments.pay(orderId)
    const first = await buyer.post(transaction, payment)
    expect(first.body).toMatchObject({ status: true, success: true, outcome: 'granted', course_id: buyer.courseId })
    expect((await buyer.post(transaction, payment)).body.outcome).toBe('granted')
    expect(await buyer.state()).toMatchObject({ course_status: 'Active', payment: 'granted' })
  })

  test('for the validity of the course, to the end of the day', async () => {
    const { buyer, orderId } = await atTheTill()
    await tellWebhook(api, api.payments.pay(orderId))
    const [enrolment] = await buyer.enrolment()
    expect(enrolment).toMatchObject({ payment_status: 'closedpymnt', renewal_paise: 0 })
    const left = enrolment!.valid_until - api.clock.now()
    expect(left).toBeGreaterThan(365 * DAY - DAY)
    expect(left).toBeLessThan(366 * DAY)
  })

  test('also after a dismissal, and long after', async () => {
    const { buyer, orderId, transaction } = await atTheTill()
    const told = await buyer.dismiss(transaction, orderId)
    expect(told.body).toMatchObject({ status: false, success: false, outcome: 'failed' })
    expect(await buyer.enrolment()).toEqual([])
    api.clock.advance(9 * DAY)
    await sweep(api)
    await tellWebhook(api, api.payments.pay(orderId))
    expect(await buyer.enrolment()).toHaveLength(1)
  })

  test('when it was only held: it is captured first', async () => {
    const { buyer, orderId } = await atTheTill()
    const payment = api.payments.pay(orderId, { status: 'authorized' })
    await tellWebhook(api, payment)
    expect(await api.payments.fetchPayment(payment.id)).toMatchObject({ status: 'captured' })
    expect(await buyer.enrolment()).toHaveLength(1)
  })

  test('when the webhook of an earlier failure comes after it', async () => {
    const { buyer, orderId, transaction } = await atTheTill()
    const failed = api.payments.pay(orderId, { status: 'failed', error: 'Card declined' })
    const paid = api.payments.pay(orderId)
    await buyer.post(transaction, paid)
    await tellWebhook(api, failed)
    expect(await buyer.enrolment()).toHaveLength(1)
    expect(await buyer.state()).toMatchObject({ payment: 'granted' })
  })
})

describe('nothing is given', () => {
  test('for a failed payment, however it is told', async () => {
    const { buyer, orderId, transaction } = await atTheTill()
    const payment = api.payments.pay(orderId, { status: 'failed' })
    for (const way of ['post', 'webhook', 'sweep', 'return'] as const) await ways[way](buyer, transaction, payment)
    expect(await buyer.enrolment()).toEqual([])
    expect(await buyer.payments()).toEqual([])
    expect((await buyer.post(transaction, payment)).body).toMatchObject({ status: false, outcome: 'failed' })
  })

  test('for a checkout that was reported as failed while the provider does not answer', async () => {
    const { buyer, orderId, transaction } = await atTheTill()
    api.payments.down = true
    const { body } = await buyer.dismiss(transaction, orderId)
    expect(body).toMatchObject({ status: false, success: false, outcome: 'pending' })
    expect(await buyer.state()).toMatchObject({ payment: 'pending' })
  })

  test.each([
    ['less', { amountPaise: 100 }],
    ['more', { amountPaise: 118_001 }],
    ['another currency', { currency: 'USD' }],
  ])('for %s than the order, and the money goes back once', async (_, given) => {
    const { buyer, orderId } = await atTheTill()
    const payment = api.payments.pay(orderId, given)
    await tellWebhook(api, payment)
    await sweep(api)
    await tellWebhook(api, payment)
    await sweep(api)
    expect(await buyer.enrolment()).toEqual([])
    expect(await buyer.payments()).toMatchObject([{ status: 'refunded', reason: 'amount_differs' }])
    expect(api.payments.refunds).toMatchObject([{ paymentId: payment.id, amountPaise: payment.amountPaise }])
    // The order itself can still be paid.
    await tellWebhook(api, api.payments.pay(orderId))
    expect(await buyer.enrolment()).toHaveLength(1)
  })

  test("for a signature that is not the provider's, and the field is named", async () => {
    const { buyer, orderId, transaction } = await atTheTill()
    const told = await buyer.post(transaction, api.payments.pay(orderId), { signature: 'forged' })
    expect(told.status).toBe(422)
    expect(told.body.errors).toEqual({ signature: 'Payment verification failed.' })
    expect(await buyer.enrolment()).toEqual([])
  })

  test("for an amount other than the order's, as the browser tells it", async () => {
    const { buyer, orderId, transaction } = await atTheTill()
    const told = await buyer.post(transaction, api.payments.pay(orderId), { amount: 1 })
    expect(told.status).toBe(422)
    expect(told.body.errors).toHaveProperty('amount')
    expect(await buyer.enrolment()).toEqual([])
  })

  test('for a payment of another order', async () => {
    const { buyer, orderId, transaction } = await atTheTill()
    const other = await atTheTill()
    const theirs = api.payments.pay(other.orderId)
    const told = await buyer.post(transaction, theirs, { order_id: orderId, signature: undefined })
    expect(told.body).toMatchObject({ status: false, outcome: 'failed' })
    expect(await buyer.enrolment()).toEqual([])
  })

  test('for an order of another learner', async () => {
    const { orderId, transaction } = await atTheTill()
    const thief = await buyerOf(api)
    const told = await thief.post(transaction, api.payments.pay(orderId))
    expect(told.status).toBe(404)
    expect(await thief.enrolment()).toEqual([])
  })

  test('while the provider cannot be asked; and then the sweep does', async () => {
    const { buyer, orderId, transaction } = await atTheTill()
    const payment = api.payments.pay(orderId)
    api.payments.down = true
    expect((await buyer.post(transaction, payment)).body).toMatchObject({
      status: true,
      outcome: 'pending',
      message: 'Your payment is being confirmed.',
    })
    expect(await buyer.state()).toMatchObject({ course_status: 'Not Purchased', payment: 'pending' })
    expect(await buyer.enrolment()).toEqual([])
    api.payments.down = false
    await sweep(api)
    expect(await buyer.enrolment()).toHaveLength(1)
  })

  test('for a webhook that is not signed', async () => {
    const { buyer, orderId } = await atTheTill()
    const payment = api.payments.pay(orderId)
    const forged = api.payments.webhook({ kind: 'payment.captured', payment })
    const reply = await api.request('/webhooks/payment', { ...forged, headers: {} })
    expect(reply.status).toBe(400)
    expect(await buyer.enrolment()).toEqual([])
  })
})

test('a webhook that is too long is refused before it is read', async () => {
  let sent = 0
  const body = new ReadableStream({
    pull: (controller) => {
      sent += 64
      controller.enqueue(new Uint8Array(64 * 1024))
      if (sent > 4096) controller.close()
    },
  })
  const reply = await api.request('/webhooks/payment', { method: 'POST', body, duplex: 'half' } as RequestInit)
  expect(reply.status).toBe(413)
  expect(sent).toBeLessThan(1024)
})

describe('money that comes twice', () => {
  test('two tabs pay the same order', async () => {
    const { buyer, orderId, transaction } = await atTheTill()
    const again = await buyer.create()
    expect(again.body).toMatchObject({ order_id: orderId, transactionid: transaction })
    expect(api.payments.orders.size).toBe(1)
  })

  test('two tabs that ask at the same moment, too', async () => {
    const buyer = await buyerOf(api)
    const both = await Promise.all([buyer.create(), buyer.create()])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(both[0].body.order_id).toBe(both[1].body.order_id)
  })

  test('a second capture of an order goes back', async () => {
    const { buyer, orderId } = await atTheTill()
    await tellWebhook(api, api.payments.pay(orderId))
    const second = api.payments.pay(orderId)
    await tellWebhook(api, second)
    await sweep(api)
    expect(await buyer.payments()).toMatchObject([
      { status: 'granted' },
      { status: 'refunded', reason: 'order_already_paid' },
    ])
    expect(api.payments.refunds).toMatchObject([{ paymentId: second.id }])
  })

  test('a late capture at the old price goes back when the course was bought at the new one', async () => {
    const { buyer, orderId } = await atTheTill()
    await reprice(api, buyer.courseId, 50_000)
    const { body } = await buyer.create({ price: 500, price_gst: 590 })
    expect(body.order_id).not.toBe(orderId)
    await tellWebhook(api, api.payments.pay(body.order_id))
    await tellWebhook(api, api.payments.pay(orderId))
    await sweep(api)
    expect(await buyer.enrolment()).toHaveLength(1)
    expect(await buyer.payments()).toMatchObject([
      { amount_paise: 59_000, status: 'granted' },
      { amount_paise: 118_000, status: 'refunded', reason: 'already_purchased' },
    ])
  })

  test('goes back once where a server of the release before marked it, and where that one has asked already', async () => {
    const buyer = await buyerOf(api)
    const [first, second] = [await buyerOf(api), buyer]
    for (const { create } of [first, second])
      await tellWebhook(api, api.payments.pay((await create()).body.order_id, { amountPaise: 5 }))
    const [asked] = await first.payments()
    await api.payments.refund(asked!.provider_payment_id, 5, `refund-${asked!.provider_payment_id}`)
    // Such a server knows no refunds.
    await api.services.db.deleteFrom('payment_refunds').execute()
    await sweep(api)
    expect(api.payments.refunds.map(({ amountPaise }) => amountPaise)).toEqual([5, 5])
    expect([...(await first.payments()), ...(await second.payments())].map(({ status }) => status)).toEqual([
      'refunded',
      'refunded',
    ])
  })

  test('a refund that the provider does not take is tried again', async () => {
    const { buyer, orderId } = await atTheTill()
    await tellWebhook(api, api.payments.pay(orderId, { amountPaise: 5 }))
    api.payments.down = true
    await sweep(api)
    expect(await buyer.payments()).toMatchObject([{ status: 'refund_due' }])
    api.payments.down = false
    api.clock.advance(10 * MINUTE)
    await sweep(api)
    expect(await buyer.payments()).toMatchObject([{ status: 'refunded' }])
  })
})
