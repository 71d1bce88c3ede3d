import * as z from 'zod/mini'
import { readStored } from '#lib/server/stored.ts'
import type { Services } from '#core/context.ts'
import type { Db } from '#db/database.ts'
import { invoice } from '../invoice.contract.ts'
import { receiptOf, sellerOf, type Seller, type StoredReceipt } from '../receipt.rules.ts'

/** Who sells at this moment. Asked before a transaction, which waits for nothing else. */
export async function sellerNow({ config, site }: Pick<Services, 'config' | 'site'>): Promise<Seller> {
  return sellerOf(config, await site())
}

/**
 * Stores what the receipt of a payment says, which stays so whatever changes later. One that is stored already stays,
 * also when several come at once; one of an account that has ended is not made.
 */
export async function freezeReceipt(db: Db, seller: Seller, paymentId: number): Promise<void> {
  const sale = await saleOf(db, paymentId).where('users.deleted_at', 'is', null).executeTakeFirst()
  if (!sale) return
  await db
    .updateTable('payments')
    .set({ receipt: JSON.stringify(receiptOf(sale, seller)) })
    .where('id', '=', paymentId)
    .where('receipt', 'is', null)
    .execute()
}

/** What a receipt that was never stored says now, also of a buyer whose account has ended; it stays unstored. */
export async function receiptAsOpened(db: Db, seller: Seller, paymentId: number): Promise<StoredReceipt | undefined> {
  const sale = await saleOf(db, paymentId).executeTakeFirst()
  return sale && receiptOf(sale, seller)
}

function saleOf(db: Db, paymentId: number) {
  return db
    .selectFrom('payments')
    .innerJoin('purchases', 'purchases.id', 'payments.purchase_id')
    .innerJoin('courses', 'courses.id', 'purchases.course_id')
    .innerJoin('users', 'users.id', 'purchases.user_id')
    .where('payments.id', '=', paymentId)
    .where('payments.invoice_number', 'is not', null)
    .select(({ ref }) => [
      ref('payments.invoice_number').$notNull().as('invoice_number'),
      'payments.captured_at',
      'payments.amount_paise',
      'payments.provider',
      'payments.provider_payment_id',
      'payments.method',
      'payments.buyer_state',
      'purchases.gst_percent',
      'courses.title',
      'users.name',
      'users.email',
      'users.phone',
      'users.country_code',
      'users.city',
    ])
}

const storedReceipt = z.extend(invoice, {
  buyer: z.nullable(
    z.object({ name: z.string(), city: z.nullable(z.string()), phone: z.string(), email: z.nullable(z.string()) }),
  ),
})

/** A receipt as it was stored; undefined of none. */
export function readReceipt(stored: string | null | undefined): StoredReceipt | undefined {
  return stored ? readStored(storedReceipt, stored, 'A receipt') : undefined
}
