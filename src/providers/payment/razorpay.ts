import * as z from 'zod/mini'
import { SECOND } from '#lib/both/time/clock.ts'
import { BadWebhook, PaymentProviderError, type PaymentProvider, type ProviderRefund } from './payment-provider.ts'
import { eventOf, paymentOf, signedWith, wirePayment, wireRefund } from './wire.ts'

export interface RazorpaySettings {
  keyId: string
  keySecret: string
  webhookSecret: string
  /** Of the API; only tests set another. */
  api?: string
  /** Milliseconds that a call may take. */
  timeout?: number
}

const problem = z.object({ error: z.object({ code: z.optional(z.string()), description: z.optional(z.string()) }) })

/** Razorpay: orders, payments, capture, refunds, and webhooks under a signature. */
export function razorpay({
  keyId,
  keySecret,
  webhookSecret,
  api = 'https://api.razorpay.com/v1',
  timeout = 10 * SECOND,
}: RazorpaySettings): PaymentProvider {
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`

  const ask = async <Reply extends z.core.$ZodType>(
    reply: Reply,
    method: 'GET' | 'POST',
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<z.output<Reply>> => {
    const { status, json } = await send(`${api}${path}`, {
      method,
      headers: { authorization, accept: 'application/json', 'content-type': 'application/json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeout),
    })
    if (status < 200 || status > 299) {
      const said = z.safeParse(problem, json)
      const { code, description } = said.success ? said.data.error : {}
      // 409: the same refund is still being made.
      const passing = status >= 500 || status === 429 || status === 409
      throw new Refused(`${status} ${code ?? ''} ${description ?? ''}`.replace(/\s+/g, ' ').trim(), passing, status)
    }
    const parsed = z.safeParse(reply, json)
    if (!parsed.success) throw new PaymentProviderError(`${method} ${path} gave an answer that makes no sense`, true)
    return parsed.data
  }

  return {
    name: 'razorpay',
    label: 'Razorpay',
    checkout: { script: 'https://checkout.razorpay.com/v1/checkout.js', global: 'Razorpay', key: keyId },
    createOrder: async ({ receipt, amountPaise, notes }) => {
      const order = z.object({ id: z.string() })
      // The same receipt gives the same order, so a request whose answer was lost can be sent again.
      const body = { amount: amountPaise, currency: 'INR', receipt, unique_receipt: true, notes }
      return (await ask(order, 'POST', '/orders', body)).id
    },
    verifySignature: async (orderId, paymentId, signature) =>
      signedWith(keySecret, Buffer.from(`${orderId}|${paymentId}`), signature),
    fetchPayment: async (paymentId) => {
      try {
        return paymentOf(await ask(wirePayment, 'GET', `/payments/${encodeURIComponent(paymentId)}`))
      } catch (error) {
        // An id that does not exist is a bad request there.
        if (error instanceof Refused && (error.status === 400 || error.status === 404)) return undefined
        throw error
      }
    },
    paymentsOf: async (orderId) => {
      const list = z.object({ items: z.array(wirePayment) })
      const { items } = await ask(list, 'GET', `/orders/${encodeURIComponent(orderId)}/payments`)
      return items.map(paymentOf)
    },
    capture: async ({ id, amountPaise, currency }) => {
      const path = `/payments/${encodeURIComponent(id)}`
      try {
        return paymentOf(await ask(wirePayment, 'POST', `${path}/capture`, { amount: amountPaise, currency }))
      } catch (error) {
        // It may have been captured by itself, or by another process, in between.
        if (!(error instanceof Refused) || error.passing) throw error
        const now = paymentOf(await ask(wirePayment, 'GET', path))
        if (now.status === 'authorized') throw error
        return now
      }
    },
    refund: async (paymentId, amountPaise, key, receipt) => {
      const path = `/payments/${encodeURIComponent(paymentId)}/refund`
      const headers = { 'x-refund-idempotency': key }
      const { id, status } = await ask(wireRefund, 'POST', path, { amount: amountPaise, receipt }, headers)
      return { id, status } satisfies ProviderRefund
    },
    readWebhook: async (body, headers) => {
      if (!signedWith(webhookSecret, body, headers.get('x-razorpay-signature') ?? '')) {
        throw new BadWebhook('The signature is wrong')
      }
      const id = headers.get('x-razorpay-event-id')
      if (!id) throw new BadWebhook('The event has no id')
      return eventOf(id, body)
    },
  }
}

/** An answer that says no. */
class Refused extends PaymentProviderError {
  readonly status: number
  constructor(message: string, passing: boolean, status: number) {
    super(message, passing)
    this.status = status
  }
}

async function send(address: string, init: RequestInit): Promise<{ status: number; json: unknown }> {
  try {
    const response = await fetch(address, init)
    const text = await response.text()
    try {
      return { status: response.status, json: JSON.parse(text) }
    } catch {
      return { status: response.status, json: undefined }
    }
  } catch (error) {
    const { name, message } = error as Error
    throw new PaymentProviderError(name === 'TimeoutError' ? 'no answer in time' : message, true)
  }
}
