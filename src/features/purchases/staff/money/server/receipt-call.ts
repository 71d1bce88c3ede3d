import type { StaffContext } from '#core/context.ts'
import { notFound } from '#lib/both/calls/errors.ts'
import type { InputOf, ReplyOf } from '#lib/both/calls/endpoint.ts'
import { invoiceOf } from '../../../receipts/receipt.rules.ts'
import { sellerNow } from '../../../receipts/server/receipts.ts'
import { refundsOf } from '../../../receipts/server/refunds-of.ts'
import { buyerOf, readOrMakeReceipt } from '../../../receipts/server/read-documents.ts'
import type { getReceipt as contract } from '../checks.contract.ts'
import { payerOf } from './payer.ts'

/**
 * The receipt of a payment as its payer reads it; of one whose account has ended, with what is still known of them.
 * @throws notFound where the payment has none
 */
export async function getReceipt(
  ctx: StaffContext,
  { params: { id } }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const payment = await ctx.db
    .selectFrom('payments')
    .innerJoin('purchases', 'purchases.id', 'payments.purchase_id')
    .innerJoin('users', 'users.id', 'purchases.user_id')
    .where('payments.id', '=', id)
    .where('payments.invoice_number', 'is not', null)
    .select([
      'payments.receipt',
      'purchases.buyer',
      'purchases.user_id',
      'users.name',
      'users.country_code',
      'users.phone',
      'users.deleted_at',
    ])
    .executeTakeFirst()
  if (!payment) throw notFound('There is no such receipt')
  // A receipt that nobody has opened yet stays unstored: its payer's first look stores it.
  const receipt = await readOrMakeReceipt(ctx.db, await sellerNow(ctx), { payment: id, receipt: payment.receipt })
  const refunds = (await refundsOf(ctx.db, [id])).get(id) ?? []
  const buyer = buyerOf(receipt, payment)
  return { receipt: { ...invoiceOf({ ...receipt, buyer }), refunds }, learner: payerOf(payment) }
}
