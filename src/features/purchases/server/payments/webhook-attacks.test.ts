import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ProviderPayment } from '#providers/payment/payment-provider.ts'
import { razorpay } from '#providers/payment/razorpay.ts'
import { testApi, type TestApi } from '../../../../../tests/support/api/api.ts'
import { buyerOf, sweep, type Buyer } from '../../../../../tests/support/scenes/buyer.ts'
import { webhookPath } from './webhook.ts'

/** The webhook's address is known to everybody; what counts is the signature that only the provider can make. */

const keySecret = 'secret of the key'
const webhookSecret = 'secret of the webhooks'

let api: TestApi
let buyer: Buyer
let payment: ProviderPayment

beforeAll(async () => {
  api = await testApi()
  const { readWebhook } = razorpay({ keyId: 'rzp_test_1', keySecret, webhookSecret })
  Object.assign(api.payments, { readWebhook })
})

beforeEach(async () => {
  buyer = await buyerOf(api)
  payment = api.payments.pay((await buyer.create()).body.order_id)
})

afterAll(() => api.close())

const signed = (body: string, secret = webhookSecret) => createHmac('sha256', secret).update(body).digest('hex')

let events = 0
const eventId = () => `event_${(events += 1)}`

/** As Razorpay writes it. */
function bodyOf({ id, orderId, amountPaise, currency, status }: ProviderPayment, kind = `payment.${status}`): string {
  const entity = { id, entity: 'payment', order_id: orderId, amount: amountPaise, currency, status }
  return JSON.stringify({ entity: 'event', event: kind, payload: { payment: { entity } } })
}

const deliver = (body: string, headers: Record<string, string>) =>
  api.request(webhookPath, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-razorpay-event-id': eventId(), ...headers },
    body,
  })

const genuine = (body: string, id = eventId()) =>
  deliver(body, { 'x-razorpay-signature': signed(body), 'x-razorpay-event-id': id })

const traces = async () => ({
  events: (await api.services.db.selectFrom('payment_events').select('id').where('source', '=', 'webhook').execute())
    .length,
  webhooks: (await api.services.db.selectFrom('payment_webhooks').select('event_id').execute()).length,
})

describe('a webhook opens no course and leaves no trace', () => {
  test.each<[string, (body: string) => Record<string, string>]>([
    ['without a signature', () => ({})],
    ['with an empty one', () => ({ 'x-razorpay-signature': '' })],
    ['signed with another secret', (body) => ({ 'x-razorpay-signature': signed(body, 'guessed') })],
    ['signed with the secret of the checkout', (body) => ({ 'x-razorpay-signature': signed(body, keySecret) })],
    ['signed with no secret', (body) => ({ 'x-razorpay-signature': signed(body, '') })],
    ['with the signature of another body', () => ({ 'x-razorpay-signature': signed('{}') })],
    ['with half of the signature', (body) => ({ 'x-razorpay-signature': signed(body).slice(0, 32) })],
    ['with more than the signature', (body) => ({ 'x-razorpay-signature': `${signed(body)}00` })],
    ['with the signature twice', (body) => ({ 'x-razorpay-signature': `${signed(body)}, ${signed(body)}` })],
    ['signed by another name', (body) => ({ 'x-sandbox-signature': signed(body), 'x-signature': signed(body) })],
  ])('%s', async (_, headers) => {
    const before = await traces()
    const body = bodyOf(payment)
    const answer = await deliver(body, headers(body))
    expect([answer.status, await answer.json()]).toEqual([400, { status: false, message: 'The signature is wrong' }])
    expect([await buyer.enrolment(), await buyer.payments(), await traces()]).toEqual([[], [], before])
  })

  test('whose body was changed after it was signed, be it by one sign', async () => {
    const body = bodyOf(payment)
    const other = await buyerOf(api)
    const order = (await other.create()).body.order_id
    const changed = [
      body.replace(payment.orderId, order),
      body.replace(String(payment.amountPaise), String(payment.amountPaise - 1)),
      body.replace(payment.id, `${payment.id}0`),
      `${body} `,
      body.slice(0, -1),
      body.replace('captured"}', 'captured","status":"captured"}'),
      '',
    ]
    for (const text of changed) {
      expect((await deliver(text, { 'x-razorpay-signature': signed(body) })).status).toBe(400)
    }
    expect([await buyer.enrolment(), await other.enrolment()]).toEqual([[], []])
  })

  test('that is signed and has no id, or makes no sense', async () => {
    const body = bodyOf(payment)
    const nameless = { 'x-razorpay-signature': signed(body), 'x-razorpay-event-id': '' }
    expect((await deliver(body, nameless)).status).toBe(400)
    for (const text of ['[]', 'null', '{"event":1,"payload":{}}', '{"event":"payment.captured"}']) {
      expect((await genuine(text)).status).toBe(400)
    }
    expect(await buyer.enrolment()).toEqual([])
  })
})

describe('a genuine webhook', () => {
  test.each(['application/json', 'text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'counts whatever kind it says to be: %s; its signature covers the bytes',
    async (type) => {
      const body = bodyOf(payment)
      const answer = await deliver(body, { 'x-razorpay-signature': signed(body), 'content-type': type })
      expect([answer.status, (await buyer.enrolment()).length]).toEqual([200, 1])
    },
  )

  test('that was overheard does nothing again: under its id, under another, or many times at once', async () => {
    const body = bodyOf(payment)
    const id = eventId()
    expect((await genuine(body, id)).status).toBe(200)
    const before = { enrolment: await buyer.enrolment(), payments: await buyer.payments() }
    const replays = await Promise.all(
      [...Array(5).fill(id), ...Array.from({ length: 5 }, eventId)].map((again) => genuine(body, again)),
    )
    expect(replays.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect({ enrolment: await buyer.enrolment(), payments: await buyer.payments() }).toEqual(before)
  })

  test('of a payment that went back does not open the course when it is sent again', async () => {
    const wrong = api.payments.pay(payment.orderId, { amountPaise: 100 })
    const body = bodyOf(wrong)
    await genuine(body)
    await sweep(api)
    expect(await buyer.payments()).toMatchObject([{ status: 'refunded' }])
    await genuine(body)
    await genuine(bodyOf({ ...wrong, status: 'authorized' }))
    expect([await buyer.enrolment(), (await buyer.payments()).length]).toEqual([[], 1])
  })

  test('of a failure that comes after the capture takes nothing away', async () => {
    await genuine(bodyOf(payment))
    await genuine(bodyOf({ ...payment, status: 'failed' }))
    await genuine(bodyOf({ ...payment, status: 'authorized' }))
    expect([(await buyer.enrolment()).length, (await buyer.payments()).length]).toEqual([1, 1])
  })
})
