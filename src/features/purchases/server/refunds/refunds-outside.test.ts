import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { PaymentProvider } from '#providers/payment/payment-provider.ts'
import { razorpay } from '#providers/payment/razorpay.ts'
import { sandbox } from '#providers/payment/sandbox/sandbox.ts'
import { signatureOf } from '#providers/payment/wire.ts'
import { testApi, type TestApi } from '../../../../../tests/support/api/api.ts'
import { buyerOf, sweep, tellWebhook, type Buyer } from '../../../../../tests/support/scenes/buyer.ts'
import { webhookPath } from '../payments/webhook.ts'

/** Refunds that somebody makes in the provider's own dashboard, of money that was kept here. */

const webhookSecret = 'secret of the webhooks'

/** The real readers of webhooks, and the secret that signs for them. */
const providers: Record<string, (api: TestApi) => Promise<{ provider: PaymentProvider; secret: string }>> = {
  razorpay: async () => ({
    provider: razorpay({ keyId: 'rzp_test_1', keySecret: 'key', webhookSecret }),
    secret: webhookSecret,
  }),
  sandbox: async ({ services }) => {
    const provider = sandbox({ ...services, webhookPath })
    return { provider, secret: await provider.secret() }
  },
}

describe.each(Object.keys(providers))('a refund outside, as %s tells it', (name) => {
  let api: TestApi
  let secret: string
  let buyer: Buyer
  let paymentId: string
  let logged: string
  let events = 0

  beforeEach(async () => {
    logged = ''
    api = await testApi({}, pino({ level: 'warn' }, { write: (line: string) => void (logged += line) }))
    api.payments.name = name
    buyer = await buyerOf(api)
    const payment = api.payments.pay((await buyer.create()).body.order_id)
    await tellWebhook(api, payment)
    paymentId = payment.id
    const real = await providers[name]!(api)
    secret = real.secret
    Object.assign(api.payments, { readWebhook: real.provider.readWebhook })
  })

  afterEach(() => api.close())

  const tell = (refund: object, kind = 'refund.processed') => {
    const entity = { entity: 'refund', payment_id: paymentId, ...refund }
    // Razorpay tells the payment beside it.
    const payment = { id: entity.payment_id, order_id: 'order_1', amount: 118_000, currency: 'INR', status: 'refunded' }
    const beside = name === 'razorpay' && { payment: { entity: payment } }
    const body = JSON.stringify({ entity: 'event', event: kind, payload: { refund: { entity }, ...beside } })
    const headers = {
      [`x-${name}-signature`]: signatureOf(secret, body),
      [`x-${name}-event-id`]: `event_${(events += 1)}`,
    }
    return api.request(webhookPath, { method: 'POST', headers, body })
  }

  const told = async () => {
    const rows = await api.services.db
      .selectFrom('payment_events')
      .select(['source', 'purchase_id', 'order_id', 'detail'])
      .where('kind', '=', 'refund.outside')
      .orderBy('id')
      .execute()
    return rows.map(({ detail, ...row }) => ({ ...row, ...(JSON.parse(detail) as object) }))
  }

  const warnings = () => logged.split('\n').filter((line) => line.includes('refunded outside'))

  test('is noted with its facts, warned of, and leaves course, payment and receipt as they are', async () => {
    const before = [await buyer.enrolment(), await buyer.payments()]
    expect((await tell({ id: 'rfnd_1', status: 'processed', amount: 50_000 })).status).toBe(200)
    const [payment] = await buyer.payments()
    expect(await told()).toEqual([
      {
        source: 'webhook',
        purchase_id: payment!.purchase_id,
        order_id: payment!.order_id,
        refund: 'rfnd_1',
        payment: paymentId,
        status: 'processed',
        amount_paise: 50_000,
      },
    ])
    expect(warnings()).toEqual([expect.stringMatching(/"level":40.*"refund":"rfnd_1"/)])
    expect([await buyer.enrolment(), await buyer.payments()]).toEqual(before)
    expect(await buyer.state()).toMatchObject({ course_status: 'Active', payment: 'granted', refund: null })
  })

  test('is noted once for each refund and state, however often and whenever it is told', async () => {
    const pending = { id: 'rfnd_1', status: 'pending', amount: 50_000 }
    const processed = { ...pending, status: 'processed' }
    await tell(pending, 'refund.created')
    await Promise.all([tell(processed), tell(processed), tell(pending), tell({ ...processed, id: 'rfnd_2' })])
    await tell(processed)
    const noted = (await told()).map((event) => JSON.stringify(event))
    expect(noted.length).toBe(3)
    expect(new Set(noted).size).toBe(3)
    expect(warnings().length).toBe(3)
  })

  test('is noted without an amount where none is told', async () => {
    await tell({ id: 'rfnd_1', status: 'processed' })
    const [event] = await told()
    expect(event).not.toHaveProperty('amount_paise')
  })

  test('is not one when the refund is our own, or of money we know nothing of', async () => {
    const [{ provider_order_id } = { provider_order_id: null }] = await api.services.db
      .selectFrom('payment_orders')
      .select('provider_order_id')
      .execute()
    // A second payment of the order goes back by itself.
    const second = api.payments.pay(provider_order_id!)
    const { id, orderId: order_id, amountPaise: amount, currency, status } = second
    const body = JSON.stringify({
      event: 'payment.captured',
      payload: { payment: { entity: { id, order_id, amount, currency, status } } },
    })
    const headers = { [`x-${name}-signature`]: signatureOf(secret, body), [`x-${name}-event-id`]: 'second' }
    await api.request(webhookPath, { method: 'POST', headers, body })
    const ours = { id: 'rfnd_1', status: 'processed', amount, payment_id: id }
    await tell(ours)
    await tell(ours)
    await sweep(api)
    await tell({ ...ours, payment_id: 'pay_unknown' })
    expect((await buyer.payments()).map(({ status: state }) => state)).toEqual(['granted', 'refunded'])
    expect([await told(), warnings()]).toEqual([[], []])
  })
})
