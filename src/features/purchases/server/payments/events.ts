import type { Db } from '#db/database.ts'
import { countPaymentEvent } from '#core/metrics/metrics.ts'
import type { PaymentEventsTable } from '../../purchases.tables.ts'

export interface PaymentEvent {
  purchaseId?: number | null
  orderId?: number | null
  source: PaymentEventsTable['source']
  kind: string
  /** Facts that support may read: never a key, a signature or a card. */
  detail?: Record<string, unknown>
}

/** Adds to the record of what happened with a payment. Nothing is ever taken from it. */
export async function note(
  db: Db,
  now: number,
  { purchaseId, orderId, source, kind, detail = {} }: PaymentEvent,
): Promise<void> {
  await db
    .insertInto('payment_events')
    .values({
      purchase_id: purchaseId ?? null,
      order_id: orderId ?? null,
      source,
      kind,
      detail: JSON.stringify(detail),
      at: now,
    })
    .execute()
  countPaymentEvent(source, kind)
}
