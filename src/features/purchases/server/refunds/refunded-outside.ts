import type { Services } from '#core/context.ts'
import type { ProviderRefund } from '#providers/payment/payment-provider.ts'
import { note } from '../payments/events.ts'

/**
 * Notes a refund that was made in the provider's own dashboard, of money that was kept here: once for each of its states,
 * however often it is told. Course and receipt stay as they are: what the refund means is the operator's decision.
 */
export async function refundedOutside(
  { db, now, log, payments }: Pick<Services, 'db' | 'now' | 'log' | 'payments'>,
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
