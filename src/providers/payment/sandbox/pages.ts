import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import * as z from 'zod/mini'
import { mediaTypeOf } from '#lib/server/bodies/body-kind.ts'
import type { Kysely } from 'kysely'
import type { Database } from '#db/database.ts'
import { SECOND, type Clock } from '#lib/both/time/clock.ts'
import { signatureOf } from '../wire.ts'
import type { Choice } from './books.ts'
import { wireOf, type Sandbox } from './sandbox.ts'
import { queueWebhook } from './webhooks.ts'

/** Bytes. */
const LONGEST_CHOICE = 4096

const choice = z.object({
  outcome: z.enum(['success', 'failure', 'late', 'hold']),
  webhook: z._default(z.enum(['now', 'late', 'twice', 'never']), 'now'),
  delay: z._default(z.number().check(z.minimum(1), z.maximum(600)), 8),
  amount: z._default(z.enum(['right', 'wrong']), 'right'),
  signature: z._default(z.enum(['right', 'wrong']), 'right'),
})

/** What the sandbox's own page (public/sandbox) asks: an order, and to pay it in the way that a developer chose. */
export function sandboxPages({ books, secret }: Sandbox, { db, now }: { db: Kysely<Database>; now: Clock }): Hono {
  const app = new Hono()

  app.get('/sandbox/orders/:id', async (c) => {
    const order = await books.order(c.req.param('id'))
    if (!order) return c.json({ message: 'The sandbox does not know this order' }, 404)
    return c.json({ id: order.id, amount: order.amount_paise, description: order.description })
  })

  app.post('/sandbox/orders/:id/pay', bodyLimit({ maxSize: LONGEST_CHOICE }), async (c) => {
    const orderId = c.req.param('id')
    if (mediaTypeOf(c.req.header('content-type') ?? '') !== 'application/json') {
      return c.json({ message: 'Must be application/json' }, 415)
    }
    const parsed = z.safeParse(choice, await c.req.json().catch(() => undefined))
    if (!parsed.success) return c.json({ message: parsed.error.issues[0]?.message ?? 'Not a choice' }, 400)
    const payment = await books.pay(orderId, parsed.data)
    if (!payment) return c.json({ message: 'This order is paid, or does not exist' }, 409)
    const captured = payment.status === 'created' ? { ...payment, status: 'captured' as const } : payment
    await queueWebhook(
      db,
      { kind: `payment.${captured.status}`, entity: wireOf(captured) },
      times(parsed.data, payment.captures_at ?? now()),
    )
    if (payment.status === 'failed') {
      return c.json({
        error: {
          code: 'BAD_REQUEST_ERROR',
          description: payment.error,
          source: 'bank',
          step: 'payment_authorization',
          reason: 'payment_failed',
          metadata: { order_id: orderId, payment_id: payment.id },
        },
      })
    }
    if (payment.status === 'created') return c.json({ waiting: true })
    const signature = signatureOf(await secret(), `${orderId}|${payment.id}`)
    return c.json({
      razorpay_payment_id: payment.id,
      razorpay_order_id: orderId,
      razorpay_signature: parsed.data.signature === 'right' ? signature : signature.replace(/./g, '0'),
    })
  })
  return app
}

function times({ webhook, delay }: Choice, at: number): number[] {
  if (webhook === 'never') return []
  if (webhook === 'twice') return [at, at]
  return [webhook === 'late' ? at + delay * SECOND : at]
}
