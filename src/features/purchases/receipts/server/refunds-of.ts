import type { Db } from '#db/database.ts'
import { rupees } from '#lib/both/money.ts'
import { indianDate, isoTime } from '#lib/both/time/clock.ts'
import type { Invoice } from '../invoice.contract.ts'

/** What went back, or is on its way back, of payments that were kept, by payment. What failed is not told. */
export async function refundsOf(db: Db, paymentIds: number[]): Promise<Map<number, Invoice['refunds']>> {
  if (paymentIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('payment_refunds')
    .where('payment_id', 'in', paymentIds)
    .where('status', '!=', 'failed')
    .select(['id', 'payment_id', 'amount_paise', 'credit_note_number', 'created_at', 'ended_at'])
    .orderBy('id')
    .execute()
  const refunds = new Map<number, Invoice['refunds']>()
  for (const { id, payment_id, amount_paise, credit_note_number, created_at, ended_at } of rows) {
    const refund = {
      id,
      amount: rupees(amount_paise),
      state: ended_at === null ? ('due' as const) : ('refunded' as const),
      date: indianDate(ended_at ?? created_at),
      date_iso: isoTime(ended_at ?? created_at),
      credit_note: credit_note_number,
    }
    refunds.set(payment_id, [...(refunds.get(payment_id) ?? []), refund])
  }
  return refunds
}
