import { createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import { SECOND } from '#lib/both/time/clock.ts'
import { BadWebhook, type ProviderEvent, type ProviderPayment } from './payment-provider.ts'

/** How Razorpay writes payments, refunds and events, and signs them. The sandbox writes the same. */

export const wirePayment = z.object({
  id: z.string(),
  order_id: z.nullish(z.string()),
  amount: z.number(),
  currency: z.string(),
  status: z.enum(['created', 'authorized', 'captured', 'refunded', 'failed']),
  error_description: z.nullish(z.string()),
  amount_refunded: z.nullish(z.number()),
  // Seconds
  created_at: z.nullish(z.number()),
})

export const wireRefund = z.object({
  id: z.string(),
  payment_id: z.string(),
  amount: z.nullish(z.number()),
  receipt: z.nullish(z.string()),
  status: z.enum(['pending', 'processed', 'failed']),
})

const event = z.object({
  event: z.string(),
  payload: z.object({
    payment: z.optional(z.object({ entity: wirePayment })),
    refund: z.optional(z.object({ entity: wireRefund })),
  }),
})

/** HMAC-SHA256 in hex. */
export function signatureOf(secret: string, message: string | Uint8Array): string {
  return createHmac('sha256', secret).update(message).digest('hex')
}

/** Compares in constant time. @param signature HMAC-SHA256 in hex */
export function signedWith(secret: string, message: Uint8Array, signature: string): boolean {
  const right = Buffer.from(signatureOf(secret, message), 'hex')
  const given = /^[0-9a-f]{64}$/i.test(signature) ? Buffer.from(signature, 'hex') : Buffer.alloc(0)
  return given.length === right.length && timingSafeEqual(given, right)
}

export function paymentOf(given: z.output<typeof wirePayment>): ProviderPayment {
  return {
    id: given.id,
    orderId: given.order_id ?? '',
    amountPaise: given.amount,
    currency: given.currency,
    status: given.status,
    ...(typeof given.created_at === 'number' && { paidAt: given.created_at * SECOND }),
    ...(typeof given.amount_refunded === 'number' && { refundedPaise: given.amount_refunded }),
    ...(given.error_description && { error: given.error_description }),
  }
}

function refundOf({ id, status, payment_id, amount, receipt }: z.output<typeof wireRefund>) {
  return {
    id,
    status,
    paymentId: payment_id,
    ...(typeof amount === 'number' && { amountPaise: amount }),
    ...(receipt && { receipt }),
  } satisfies ProviderEvent['refund']
}

/** @throws BadWebhook */
export function eventOf(id: string, body: Uint8Array): ProviderEvent {
  let json: unknown
  try {
    json = JSON.parse(new TextDecoder().decode(body))
  } catch {
    throw new BadWebhook('The event is not JSON')
  }
  const parsed = z.safeParse(event, json)
  if (!parsed.success) throw new BadWebhook('The event makes no sense')
  const { payment: paid, refund: back } = parsed.data.payload
  return {
    id,
    kind: parsed.data.event,
    ...(paid && { payment: paymentOf(paid.entity) }),
    ...(back && { refund: refundOf(back.entity) }),
  }
}
