import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { BadWebhook, PaymentProviderError, type PaymentProvider } from './payment-provider.ts'
import { razorpay } from './razorpay.ts'

/** Speaks the provider's documented formats; each test says what it answers. */
interface Answer {
  status?: number
  body?: unknown
  silent?: boolean
  cut?: boolean
}

let server: Server
let provider: PaymentProvider
let answers: Answer[]
let received: { method: string; url: string; headers: IncomingHttpHeaders; body: unknown }[]

beforeEach(async () => {
  received = []
  answers = []
  server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += String(part)
    const { method, url, headers } = request
    received.push({ method: method!, url: url!, headers, body: body ? JSON.parse(body) : undefined })
    const { status = 200, body: reply, silent, cut } = answers.shift() ?? {}
    if (silent) return
    if (cut) return void request.socket.destroy()
    const text = typeof reply === 'string' ? reply : JSON.stringify(reply)
    response.writeHead(status, { 'content-type': 'application/json' }).end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  provider = razorpay({
    keyId: 'rzp_test_1',
    keySecret: 'EnLs21M47BllR3X8PSFtjtbd',
    webhookSecret: 'hook',
    api: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    timeout: 300,
  })
})

afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const paid = {
  id: 'pay_1',
  entity: 'payment',
  order_id: 'order_1',
  amount: 118_000,
  currency: 'INR',
  status: 'captured',
  error_description: null,
  created_at: 1_767_225_600,
  notes: [],
}
const refusal = (description: string) => ({
  error: { code: 'BAD_REQUEST_ERROR', description, source: 'business', step: 'payment_initiation' },
})

describe('an order', () => {
  test('is asked for in paise, under a receipt that makes it only once, with the keys', async () => {
    answers = [{ body: { id: 'order_1', entity: 'order', status: 'created', notes: [] } }]
    const id = await provider.createOrder({ receipt: '7-ab', amountPaise: 118_000, notes: { course: 'Prelims' } })
    expect(id).toBe('order_1')
    expect(received).toMatchObject([
      {
        method: 'POST',
        url: '/v1/orders',
        headers: { authorization: `Basic ${btoa('rzp_test_1:EnLs21M47BllR3X8PSFtjtbd')}` },
        body: { amount: 118_000, currency: 'INR', receipt: '7-ab', unique_receipt: true, notes: { course: 'Prelims' } },
      },
    ])
  })

  test.each([
    ['a refusal', { status: 400, body: refusal('Amount too small') }, false, /400 BAD_REQUEST_ERROR Amount too small/],
    ['too many calls', { status: 429, body: {} }, true, /429/],
    ['a fault of theirs', { status: 502, body: '<html>' }, true, /502/],
    ['no answer in time', { silent: true }, true, /no answer in time/],
    ['a broken connection', { cut: true }, true, /fetch failed/],
    ['an answer without an order', { body: { entity: 'order' } }, true, /makes no sense/],
  ])('that ends in %s says so, and whether to try again', async (_, answer, passing, message) => {
    answers = [answer as Answer]
    const failure = await provider
      .createOrder({ receipt: '7-ab', amountPaise: 50, notes: {} })
      .catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(PaymentProviderError)
    expect(failure).toMatchObject({ passing, message: expect.stringMatching(message) as unknown })
  })
})

describe('a signature', () => {
  test("is the provider's published one", async () => {
    const digest = '0d4e745a1838664ad6c9c9902212a32d627d68e917290b0ad5f08ff4561bc50f'
    expect(await provider.verifySignature('order_IEIaMR65cu6nz3', 'pay_IH4NVgf4Dreq1l', digest)).toBe(true)
    expect(await provider.verifySignature('order_IEIaMR65cu6nz3', 'pay_IH4NVgf4Dreq1m', digest)).toBe(false)
    expect(await provider.verifySignature('order_IEIaMR65cu6nz3', 'pay_IH4NVgf4Dreq1l', digest.slice(2))).toBe(false)
    expect(await provider.verifySignature('order_IEIaMR65cu6nz3', 'pay_IH4NVgf4Dreq1l', '')).toBe(false)
  })
})

describe('payments', () => {
  test('are told with their order, amount and state, and when they were made where that is known', async () => {
    const failed = { ...paid, id: 'pay_0', status: 'failed', error_description: 'Card declined', created_at: null }
    answers = [{ body: { entity: 'collection', count: 2, items: [failed, paid] } }]
    expect(await provider.paymentsOf('order_1')).toEqual([
      {
        id: 'pay_0',
        orderId: 'order_1',
        amountPaise: 118_000,
        currency: 'INR',
        status: 'failed',
        error: 'Card declined',
      },
      {
        id: 'pay_1',
        orderId: 'order_1',
        amountPaise: 118_000,
        currency: 'INR',
        status: 'captured',
        paidAt: Date.UTC(2026, 0, 1),
      },
    ])
    expect(received[0]!.url).toBe('/v1/orders/order_1/payments')
  })

  test('that do not exist are undefined; an overload is not that', async () => {
    answers = [{ status: 400, body: refusal('The id provided does not exist') }, { status: 503 }]
    expect(await provider.fetchPayment('pay_x')).toBeUndefined()
    await expect(provider.fetchPayment('pay_x')).rejects.toThrow(PaymentProviderError)
  })

  test('are captured at their amount; one that was captured meanwhile is fine', async () => {
    const held = {
      id: 'pay_1',
      orderId: 'order_1',
      amountPaise: 118_000,
      currency: 'INR',
      status: 'authorized',
    } as const
    answers = [{ body: paid }]
    expect(await provider.capture(held)).toMatchObject({ status: 'captured' })
    expect(received[0]).toMatchObject({ url: '/v1/payments/pay_1/capture', body: { amount: 118_000, currency: 'INR' } })
    answers = [{ status: 400, body: refusal('This payment has already been captured') }, { body: paid }]
    expect(await provider.capture(held)).toMatchObject({ status: 'captured' })
  })

  test('are refunded under a key that refunds only once', async () => {
    answers = [{ body: { id: 'rfnd_1', payment_id: 'pay_1', status: 'pending', amount: 118_000 } }]
    expect(await provider.refund('pay_1', 118_000, 'refund-pay_1')).toEqual({ id: 'rfnd_1', status: 'pending' })
    expect(received[0]).toMatchObject({
      url: '/v1/payments/pay_1/refund',
      headers: { 'x-refund-idempotency': 'refund-pay_1' },
      body: { amount: 118_000 },
    })
    expect(received[0]!.body).not.toHaveProperty('receipt')
    answers = [{ status: 409, body: refusal('Another request is in progress') }]
    await expect(provider.refund('pay_1', 118_000, 'refund-pay_1')).rejects.toMatchObject({ passing: true })
  })
})

test('a part is refunded under the name that webhooks tell', async () => {
  answers = [{ body: { id: 'rfnd_1', payment_id: 'pay_1', status: 'processed', amount: 500, receipt: 'key-of-ours' } }]
  await provider.refund('pay_1', 500, 'key-of-ours', 'key-of-ours')
  expect(received[0]).toMatchObject({ body: { amount: 500, receipt: 'key-of-ours' } })
})

describe('a webhook', () => {
  const read = (body: string, headers: Record<string, string>) =>
    provider.readWebhook(new TextEncoder().encode(body), new Headers(headers))
  const sign = (body: string, secret = 'hook') => createHmac('sha256', secret).update(body).digest('hex')
  // Spaces and order stand as they came: the signature covers the bytes.
  const body = `{ "entity":"event", "event" : "payment.captured","payload":{"payment":{"entity":${JSON.stringify(paid)}}}}`

  test('tells of its payment when it is signed over its raw bytes', async () => {
    expect(await read(body, { 'x-razorpay-signature': sign(body), 'x-razorpay-event-id': 'ev_1' })).toEqual({
      id: 'ev_1',
      kind: 'payment.captured',
      payment: {
        id: 'pay_1',
        orderId: 'order_1',
        amountPaise: 118_000,
        currency: 'INR',
        status: 'captured',
        paidAt: Date.UTC(2026, 0, 1),
      },
    })
  })

  test('tells of a refund', async () => {
    const told = JSON.stringify({
      event: 'refund.processed',
      payload: {
        refund: { entity: { id: 'rfnd_1', payment_id: 'pay_1', status: 'processed', amount: 500, receipt: 'ours' } },
      },
    })
    expect(await read(told, { 'x-razorpay-signature': sign(told), 'x-razorpay-event-id': 'ev_2' })).toMatchObject({
      refund: { id: 'rfnd_1', paymentId: 'pay_1', status: 'processed', amountPaise: 500, receipt: 'ours' },
    })
  })

  test.each([
    ['the wrong secret', body, { 'x-razorpay-signature': sign(body, 'other'), 'x-razorpay-event-id': 'ev_1' }],
    ['other bytes', body, { 'x-razorpay-signature': sign(`${body} `), 'x-razorpay-event-id': 'ev_1' }],
    ['no signature', body, { 'x-razorpay-event-id': 'ev_1' }],
    ['no id', body, { 'x-razorpay-signature': sign(body) }],
    ['no JSON', 'x', { 'x-razorpay-signature': sign('x'), 'x-razorpay-event-id': 'ev_1' }],
    ['no event', '{}', { 'x-razorpay-signature': sign('{}'), 'x-razorpay-event-id': 'ev_1' }],
  ])('is refused with %s', async (_, text, headers) => {
    await expect(read(text, headers as unknown as Record<string, string>)).rejects.toThrow(BadWebhook)
  })
})
