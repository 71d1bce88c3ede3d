import { sql } from 'kysely'
import type { Services } from '#core/context.ts'
import { MINUTE } from '#lib/both/time/clock.ts'
import { PaymentProviderError, type ProviderRefund } from '#providers/payment/payment-provider.ts'
import { nextCheck } from '../../purchases.rules.ts'
import { note } from '../payments/events.ts'

/** Refunds that are sent in one pass. */
const BATCH = 20

/** How long a process that took a refund on may take; then another tries, and the same key refunds only once. */
const LEASE = 2 * MINUTE

type Refunding = Pick<Services, 'db' | 'now' | 'log' | 'payments'>

/** Sends back money that cannot be honoured. @returns how many refunds the provider took */
export async function sendRefunds(services: Refunding): Promise<number> {
  const { db, payments, log } = services
  const due = await db
    .selectFrom('payments')
    .where('status', 'in', [sql.lit('refund_due' as const), sql.lit('refunding' as const)])
    .where('refund_at', '<=', services.now())
    .where('provider', '=', payments.name)
    .select(['id', 'provider_payment_id', 'amount_paise', 'refund_tries', 'purchase_id', 'order_id', 'refund_at'])
    .orderBy('refund_at')
    .limit(BATCH)
    .execute()
  let sent = 0
  for (const payment of due) {
    const taken = await db
      .updateTable('payments')
      .set({ refund_at: services.now() + LEASE, refund_tries: payment.refund_tries + 1 })
      .where('id', '=', payment.id)
      .where('refund_at', '=', payment.refund_at)
      .returning('id')
      .executeTakeFirst()
    if (!taken) continue
    const about = { purchaseId: payment.purchase_id, orderId: payment.order_id, source: 'sweep' } as const
    try {
      const key = `refund-${payment.provider_payment_id}`
      const refund = await payments.refund(payment.provider_payment_id, payment.amount_paise, key)
      await refundTold(services, payment.provider_payment_id, refund)
      sent += 1
    } catch (error) {
      if (!(error instanceof PaymentProviderError)) throw error
      log.error({ err: error, payment: payment.id }, 'refund was not taken')
      await note(db, services.now(), { ...about, kind: 'refund.refused', detail: { message: error.message } })
      await db
        .updateTable('payments')
        .set({ refund_at: nextCheck(payment.refund_tries, services.now()) })
        .where('id', '=', payment.id)
        .execute()
    }
  }
  return sent
}

/** Stores what the provider says of a refund. A refund that failed needs a person: it stays visible in the events. */
export async function refundTold(
  { db, now, log, payments }: Refunding,
  providerPaymentId: string,
  refund: ProviderRefund,
): Promise<void> {
  const status = refund.status === 'processed' ? 'refunded' : refund.status === 'failed' ? 'refund_failed' : 'refunding'
  const changed = await db
    .updateTable('payments')
    .set({
      status,
      refund_id: refund.id,
      // A refund under way is asked about again; asking with the same key tells its state.
      refund_at: status === 'refunding' ? now() + 60 * MINUTE : null,
    })
    .where('provider', '=', payments.name)
    .where('provider_payment_id', '=', providerPaymentId)
    .where('status', 'in', ['refund_due', 'refunding'])
    .returning(['purchase_id', 'order_id'])
    .executeTakeFirst()
  if (!changed) return refundedOutside({ db, now, log, payments }, providerPaymentId, refund)
  if (status === 'refund_failed') log.error({ payment: providerPaymentId, refund: refund.id }, 'refund failed')
  await note(db, now(), {
    purchaseId: changed.purchase_id,
    orderId: changed.order_id,
    source: 'server',
    kind: `refund.${refund.status}`,
    detail: { refund: refund.id, payment: providerPaymentId },
  })
}

/**
 * Notes a refund that was made in the provider's own dashboard, of money that was kept here: once for each of its states,
 * however often it is told. Course and receipt stay as they are: what the refund means is the operator's decision.
 */
async function refundedOutside(
  { db, now, log, payments }: Refunding,
  providerPaymentId: string,
  { id: refund, status, amountPaise }: ProviderRefund,
): Promise<void> {
  const payment = await db
    .selectFrom('payments')
    .where('provider', '=', payments.name)
    .where('provider_payment_id', '=', providerPaymentId)
    .where('status', '=', 'granted')
    .select(['purchase_id', 'order_id'])
    .executeTakeFirst()
  if (!payment) return
  const facts = {
    refund,
    payment: providerPaymentId,
    status,
    ...(amountPaise !== undefined && { amount_paise: amountPaise }),
  }
  const noted = await db.transaction().execute(async (tx) => {
    // The same state comes again as other events, also at once: whoever stores it as one of its own notes it.
    const first = await tx
      .insertInto('payment_webhooks')
      .values({ provider: payments.name, event_id: `refund.outside ${refund} ${status}`, received_at: now() })
      .onConflict((conflict) => conflict.doNothing())
      .returning('event_id')
      .executeTakeFirst()
    if (!first) return false
    await note(tx, now(), {
      purchaseId: payment.purchase_id,
      orderId: payment.order_id,
      source: 'webhook',
      kind: 'refund.outside',
      detail: facts,
    })
    return true
  })
  if (noted) log.warn(facts, 'refunded outside: the course stays open')
}
