import { sql } from 'kysely'
import { MINUTE } from '#lib/both/time/clock.ts'
import { PaymentProviderError, type ProviderRefund } from '#providers/payment/payment-provider.ts'
import { nextCheck } from '../../purchases.rules.ts'
import { note } from '../payments/events.ts'
import { adoptRefunds } from './adopt-refunds.ts'
import { endRefund, type Refunding } from './end-refund.ts'
import { refundedOutside } from './refunded-outside.ts'
import { sellerNow } from '../../receipts/server/receipts.ts'

/** Refunds that are sent in one pass. */
const BATCH = 20

/** How long a process that took a refund on may take; then another tries, and the same key refunds only once. */
export const LEASE = 2 * MINUTE

/** A refund under way is asked about again; asking with the same key tells its state. */
const PENDING = 60 * MINUTE

/** A refund as the provider is asked for it. */
interface Asked {
  id: number
  key: string
  amount_paise: number
  tries: number
  provider_payment_id: string
  purchase_id: number
  order_id: number | null
  /** Whether the money was kept before; if not, all of it goes back whatever the provider says. */
  kept: boolean
}

/** Sends back what is due: money that was not kept, and what staff asked for. @returns how many refunds the provider took */
export async function sendRefunds(services: Refunding): Promise<number> {
  const { db, payments, now } = services
  await adoptRefunds(db, now())
  const due = await db
    .selectFrom('payment_refunds')
    .innerJoin('payments', 'payments.id', 'payment_refunds.payment_id')
    .where('payment_refunds.status', '=', sql.lit('requested' as const))
    .where('payment_refunds.refund_at', '<=', now())
    .where('payments.provider', '=', payments.name)
    .select([
      'payment_refunds.id',
      'payment_refunds.key',
      'payment_refunds.amount_paise',
      'payment_refunds.tries',
      'payment_refunds.refund_at',
      'payments.provider_payment_id',
      'payments.purchase_id',
      'payments.order_id',
      'payments.status',
    ])
    .orderBy('payment_refunds.refund_at')
    .limit(BATCH)
    .execute()
  let sent = 0
  for (const { refund_at, status, ...refund } of due) {
    const taken = await db
      .updateTable('payment_refunds')
      .set({ refund_at: now() + LEASE, tries: refund.tries + 1 })
      .where('id', '=', refund.id)
      .where('status', '=', 'requested')
      .where('refund_at', '=', refund_at)
      .returning('id')
      .executeTakeFirst()
    if (taken && (await askForRefund(services, { ...refund, kept: status === 'granted' }))) sent += 1
  }
  return sent
}

/**
 * Asks the provider for a refund and notes what it says. Safe to repeat: its key refunds once.
 * @returns whether the provider took it
 */
export async function askForRefund(services: Refunding, refund: Asked): Promise<boolean> {
  const { payments, log } = services
  const { provider_payment_id: paymentId, amount_paise: amountPaise, key } = refund
  try {
    // Of money that was not kept any refund is ours: it needs no name.
    const told = await payments.refund(paymentId, amountPaise, key, refund.kept ? key : undefined)
    await takeIn(services, refund.id, told)
    return true
  } catch (error) {
    if (!(error instanceof PaymentProviderError)) throw error
    log.error({ err: error, payment: paymentId, refund: refund.id }, 'refund was not taken')
    await refused(services, refund, error)
    return false
  }
}

/** A refund that staff asked for ends when the provider says no; what was not kept is tried again until it is back. */
async function refused(
  services: Refunding,
  { id, kept, tries, purchase_id: purchaseId, order_id: orderId }: Asked,
  { message, passing }: PaymentProviderError,
): Promise<void> {
  const { db, now } = services
  await note(db, now(), {
    purchaseId,
    orderId,
    source: 'sweep',
    kind: 'refund.refused',
    detail: { refund: id, message },
  })
  if (kept && !passing) return end(services, id, { id: null, status: 'failed', problem: message })
  await db
    .updateTable('payment_refunds')
    .set({ refund_at: nextCheck(tries, now()), problem: message })
    .where('id', '=', id)
    .where('status', '=', 'requested')
    .execute()
}

/** Stores what the provider says of a refund of ours. */
async function takeIn(services: Refunding, refundId: number, told: ProviderRefund): Promise<void> {
  if (told.status !== 'pending') return end(services, refundId, { id: told.id, status: told.status })
  const { db, now } = services
  const changed = await db
    .updateTable('payment_refunds')
    .set({ provider_refund_id: told.id, refund_at: now() + PENDING, problem: null })
    .where('id', '=', refundId)
    .where('status', '=', 'requested')
    .returning('payment_id')
    .executeTakeFirst()
  if (!changed) return
  await db
    .updateTable('payments')
    .set({ status: 'refunding', refund_id: told.id })
    .where('id', '=', changed.payment_id)
    .where('status', '=', 'refund_due')
    .execute()
}

async function end(
  services: Refunding,
  refundId: number,
  how: { id: string | null; status: 'processed' | 'failed'; problem?: string },
): Promise<void> {
  const seller = await sellerNow(services)
  const ended = await services.db
    .transaction()
    .execute((tx) => endRefund(tx, { now: services.now(), seller, refundId, ...how }))
  if (ended && how.status === 'failed') services.log.error({ refund: refundId, provider: how.id }, 'refund failed')
}

/** Takes what a webhook tells of a refund: of ours, whether or not the provider's answer has come, or of one made outside. */
export async function refundTold(services: Refunding, providerPaymentId: string, told: ProviderRefund): Promise<void> {
  const { db, payments, now } = services
  const payment = await db
    .selectFrom('payments')
    .where('provider', '=', payments.name)
    .where('provider_payment_id', '=', providerPaymentId)
    .select(['id', 'status'])
    .executeTakeFirst()
  if (!payment) return
  const kept = payment.status === 'granted'
  if (!kept) await adoptRefunds(db, now(), payment.id)
  const refunds = await db
    .selectFrom('payment_refunds')
    .where('payment_id', '=', payment.id)
    .select(['id', 'key', 'provider_refund_id'])
    .execute()
  const ours =
    refunds.find(({ provider_refund_id }) => provider_refund_id === told.id) ??
    refunds.find(({ key }) => !kept || key === told.receipt)
  if (ours) await takeIn(services, ours.id, told)
  else if (kept) await refundedOutside(services, providerPaymentId, told)
}
