import type { Context as HonoContext } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Services } from '#core/context.ts'
import { ApiError } from '#lib/both/calls/errors.ts'
import { readBytes } from '#lib/server/bodies/body-bytes.ts'
import { BadWebhook, type ProviderEvent } from '#providers/payment/payment-provider.ts'
import { confirmPayment } from './confirm.ts'
import { note } from './events.ts'
import { refundTold } from '../refunds/refunds.ts'
import { settle } from './settle.ts'

/** Where the provider sends its webhooks. */
export const webhookPath = '/webhooks/payment'

/** Bytes; no event of a provider is longer. */
const MAX_WEBHOOK_BYTES = 256 * 1024

type Webhooks = Pick<Services, 'db' | 'now' | 'log' | 'payments' | 'config' | 'site'>

/**
 * Takes a webhook. Events come at least once, in any order, and as raw bytes under a signature. The event is noted only
 * after it was dealt with, so one that was cut off is dealt with when it comes again; settling is harmless to repeat.
 */
export async function takeWebhook(services: Webhooks, c: HonoContext): Promise<Response> {
  let event: ProviderEvent
  try {
    event = await services.payments.readWebhook(await readBytes(c, MAX_WEBHOOK_BYTES), c.req.raw.headers)
  } catch (error) {
    if (error instanceof ApiError) return refuse(c, error.message, error.status)
    if (!(error instanceof BadWebhook)) throw error
    services.log.warn({ reason: error.message }, 'webhook refused')
    return refuse(c, error.message, 400)
  }
  const { db, now, payments } = services
  const known = await db
    .selectFrom('payment_webhooks')
    .select('event_id')
    .where('provider', '=', payments.name)
    .where('event_id', '=', event.id)
    .executeTakeFirst()
  if (!known) {
    await deal(services, event)
    await db
      .insertInto('payment_webhooks')
      .values({ provider: payments.name, event_id: event.id, received_at: now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  return c.json({ status: true })
}

const refuse = (c: HonoContext, message: string, status: number) =>
  c.json({ status: false, message }, status as ContentfulStatusCode)

async function deal(services: Webhooks, event: ProviderEvent): Promise<void> {
  const { db, now, payments } = services
  if (event.refund) await refundTold(services, event.refund.paymentId, event.refund)
  const { payment } = event
  if (!payment) return
  const order = await db
    .selectFrom('payment_orders')
    .where('provider', '=', payments.name)
    .where('provider_order_id', '=', payment.orderId)
    .select(['id', 'purchase_id', 'kind', 'amount_paise', 'provider', 'provider_order_id', 'status'])
    .executeTakeFirst()
  await note(db, now(), {
    purchaseId: order?.purchase_id ?? null,
    orderId: order?.id ?? null,
    source: 'webhook',
    kind: event.kind,
    detail: {
      event: event.id,
      payment: payment.id,
      order: payment.orderId,
      ...(payment.error && { error: payment.error }),
    },
  })
  if (!order) return
  if (payment.status === 'captured') await settle(services, order, payment, 'webhook')
  else if (payment.status === 'authorized') await confirmPayment(services, order, payment.id, 'webhook')
}
