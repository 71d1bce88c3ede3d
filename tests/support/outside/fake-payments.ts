import {
  BadWebhook,
  PaymentProviderError,
  type PaymentProvider,
  type ProviderEvent,
  type ProviderPayment,
} from '#providers/payment/payment-provider.ts'

/** A payment provider in memory, which does what a test says. */
export interface FakePayments extends PaymentProvider {
  /** Everything asked of it fails, as in a power cut. */
  down: boolean
  /** What it says to refunds: pending as they may be at a bank, or a refusal. */
  refunding: 'processed' | 'pending' | { refused: string }
  /** It takes a refund, and its answer is lost. */
  losesAnswers: boolean
  orders: Map<string, { id: string; receipt: string; amountPaise: number }>
  refunds: { paymentId: string; amountPaise: number; key: string; receipt?: string }[]
  /** Somebody pays an order. Without more the whole amount is captured. */
  pay: (orderId: string, given?: Partial<ProviderPayment>) => ProviderPayment
  sign: (orderId: string, paymentId: string) => string
  /** The body of a webhook as this provider sends it. */
  webhook: (event: Omit<ProviderEvent, 'id'> & { id?: string }) => RequestInit
}

export function fakePayments(name = 'sandbox'): FakePayments {
  const orders: FakePayments['orders'] = new Map()
  const payments = new Map<string, ProviderPayment>()
  let made = 0
  const next = (kind: string) => `${kind}_${(made += 1)}`
  const up = () => {
    if (fake.down) throw new PaymentProviderError('no answer', true)
  }
  const fake: FakePayments = {
    name,
    label: 'Fakepay',
    checkout: { script: '/fakepay.js', global: 'Fakepay', key: 'key_public' },
    down: false,
    refunding: 'processed',
    losesAnswers: false,
    orders,
    refunds: [],
    createOrder: async ({ receipt, amountPaise }) => {
      up()
      const known = [...orders.values()].find((order) => order.receipt === receipt)
      if (known) return known.id
      const id = next('order')
      orders.set(id, { id, receipt, amountPaise })
      return id
    },
    verifySignature: async (orderId, paymentId, signature) => signature === fake.sign(orderId, paymentId),
    sign: (orderId, paymentId) => `signed ${orderId} ${paymentId}`,
    fetchPayment: async (id) => {
      up()
      return payments.get(id)
    },
    paymentsOf: async (orderId) => {
      up()
      return [...payments.values()].filter((payment) => payment.orderId === orderId)
    },
    capture: async (payment) => {
      up()
      const captured = { ...payment, status: 'captured' as const }
      payments.set(payment.id, captured)
      return captured
    },
    refund: async (paymentId, amountPaise, key, receipt) => {
      up()
      if (typeof fake.refunding === 'object') throw new PaymentProviderError(fake.refunding.refused, false)
      if (!fake.refunds.some((refund) => refund.key === key))
        fake.refunds.push({ paymentId, amountPaise, key, ...(receipt !== undefined && { receipt }) })
      if (fake.losesAnswers) throw new PaymentProviderError('no answer in time', true)
      return { id: `refund of ${key}`, status: fake.refunding }
    },
    pay: (orderId, given = {}) => {
      const payment: ProviderPayment = {
        id: next('pay'),
        orderId,
        amountPaise: orders.get(orderId)?.amountPaise ?? 0,
        currency: 'INR',
        status: 'captured',
        ...given,
      }
      payments.set(payment.id, payment)
      return payment
    },
    webhook: (event) => ({
      method: 'POST',
      headers: { 'x-fake-signature': 'good' },
      body: JSON.stringify({ id: next('event'), ...event }),
    }),
    readWebhook: async (body, headers) => {
      if (headers.get('x-fake-signature') !== 'good') throw new BadWebhook('The signature is wrong')
      return JSON.parse(new TextDecoder().decode(body)) as ProviderEvent
    },
  }
  return fake
}
