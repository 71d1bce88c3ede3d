import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Hono } from 'hono'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { freshDatabase, type FreshDatabase } from '../../../../tests/support/api/database.ts'
import { sandboxPages } from './pages.ts'
import { sandbox, type Sandbox } from './sandbox.ts'

let database: FreshDatabase
let provider: Sandbox
let pages: Hono
let orderId: string
let instant = Date.UTC(2026, 10, 20)

beforeEach(async () => {
  database = await freshDatabase()
  const { db } = database
  const now = () => instant
  provider = sandbox({ db, now, log: pino({ level: 'silent' }), webhookPath: '/hook' })
  pages = sandboxPages(provider, { db, now })
  orderId = await provider.createOrder({ receipt: '1-a', amountPaise: 118_000, notes: { course: 'Prelims' } })
})

afterEach(() => database.close())

async function pay(choice: object): Promise<{ status: number; body: Record<string, string> }> {
  const reply = await pages.request(`/sandbox/orders/${orderId}/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(choice),
  })
  return { status: reply.status, body: (await reply.json()) as Record<string, string> }
}

const webhooks = () => database.db.selectFrom('sandbox_webhooks').selectAll().orderBy('id').execute()

test('the same receipt gives the same order', async () => {
  expect(await provider.createOrder({ receipt: '1-a', amountPaise: 118_000, notes: {} })).toBe(orderId)
  expect(await provider.createOrder({ receipt: '1-b', amountPaise: 118_000, notes: {} })).not.toBe(orderId)
})

test('its page learns what is to be paid, and nothing of an order that does not exist', async () => {
  const reply = await pages.request(`/sandbox/orders/${orderId}`)
  expect(await reply.json()).toEqual({ id: orderId, amount: 118_000, description: 'Prelims' })
  expect((await pages.request('/sandbox/orders/order_x')).status).toBe(404)
})

describe('a payment', () => {
  test('that succeeds is signed and captured, and the order takes no other', async () => {
    const { body } = await pay({ outcome: 'success' })
    const { razorpay_payment_id: id = '', razorpay_order_id: order = '', razorpay_signature: signature = '' } = body
    expect(order).toBe(orderId)
    expect(await provider.verifySignature(orderId, id, signature)).toBe(true)
    expect(await provider.verifySignature(orderId, 'pay_other', signature)).toBe(false)
    expect(await provider.paymentsOf(orderId)).toEqual([
      { id, orderId, amountPaise: 118_000, currency: 'INR', refundedPaise: 0, status: 'captured', paidAt: instant },
    ])
    expect((await pay({ outcome: 'success' })).status).toBe(409)
  })

  test('that fails can be tried again', async () => {
    const { body } = await pay({ outcome: 'failure' })
    expect(body.error).toMatchObject({ reason: 'payment_failed', metadata: { order_id: orderId } })
    await pay({ outcome: 'success' })
    expect((await provider.paymentsOf(orderId)).map(({ status }) => status).sort()).toEqual(['captured', 'failed'])
  })

  test('that the bank lets wait is captured later', async () => {
    expect((await pay({ outcome: 'late', delay: 8 })).body).toEqual({ waiting: true })
    expect(await provider.paymentsOf(orderId)).toMatchObject([{ status: 'created' }])
    instant += 8000
    expect(await provider.paymentsOf(orderId)).toMatchObject([{ status: 'captured' }])
  })

  test('that is held is captured when it is asked for', async () => {
    await pay({ outcome: 'hold' })
    const [held] = await provider.paymentsOf(orderId)
    expect(held).toMatchObject({ status: 'authorized' })
    expect(await provider.capture(held!)).toMatchObject({ status: 'captured' })
  })

  test('is refunded once', async () => {
    await pay({ outcome: 'success', amount: 'wrong' })
    const [payment] = await provider.paymentsOf(orderId)
    expect(payment).toMatchObject({ amountPaise: 59_000 })
    const first = await provider.refund(payment!.id, 59_000, 'k')
    expect(await provider.refund(payment!.id, 59_000, 'k')).toEqual(first)
  })

  test('is refunded in parts, each under its key once, and by no more than was paid', async () => {
    await pay({ outcome: 'success' })
    const [{ id } = { id: '' }] = await provider.paymentsOf(orderId)
    const first = await provider.refund(id, 50_000, 'one')
    expect(await provider.refund(id, 50_000, 'one')).toEqual(first)
    expect(await provider.fetchPayment(id)).toMatchObject({ status: 'captured', refundedPaise: 50_000 })
    await expect(provider.refund(id, 70_000, 'two')).rejects.toMatchObject({ passing: false })
    expect((await provider.refund(id, 68_000, 'three')).id).not.toBe(first.id)
    expect(await provider.fetchPayment(id)).toMatchObject({ status: 'refunded', refundedPaise: 118_000 })
    await expect(provider.refund('pay_unknown', 100, 'four')).rejects.toMatchObject({ passing: false })
  })

  test('in a way that does not exist is refused', async () => {
    expect((await pay({ outcome: 'gold' })).status).toBe(400)
  })
})

test('webhooks are queued as the developer chose', async () => {
  await pay({ outcome: 'failure', webhook: 'never' })
  expect(await webhooks()).toEqual([])
  await pay({ outcome: 'failure', webhook: 'twice' })
  const [first, second] = await webhooks()
  expect(second).toMatchObject({ event_id: first!.event_id, body: first!.body, due_at: instant })
  await pay({ outcome: 'success', webhook: 'late', delay: 5 })
  expect((await webhooks())[2]).toMatchObject({ due_at: instant + 5000 })
})

test('webhooks are sent over HTTP, signed, until they are taken', async () => {
  const received: { body: Uint8Array; headers: Headers }[] = []
  let taken!: () => void
  const done = new Promise<void>((resolve) => (taken = resolve))
  const server: Server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    received.push({ body: Buffer.concat(parts), headers: new Headers(request.headers as Record<string, string>) })
    response.writeHead(received.length === 1 ? 500 : 200).end()
    instant += 60_000
    if (received.length === 2) taken()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stop = provider.listening!(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  await pay({ outcome: 'success' })
  await done
  stop()
  await new Promise((resolve) => server.close(resolve))
  const { body, headers } = received[1]!
  expect(await provider.readWebhook(body, headers)).toMatchObject({
    kind: 'payment.captured',
    payment: { orderId, amountPaise: 118_000, status: 'captured' },
  })
  await expect(provider.readWebhook(Buffer.concat([body, Buffer.from(' ')]), headers)).rejects.toThrow('signature')
})
