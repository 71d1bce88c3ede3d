import * as z from 'zod/mini'
import type { StaffContext } from '#core/context.ts'
import { notFound } from '#lib/both/calls/errors.ts'
import type { InputOf, ReplyOf } from '#lib/both/calls/endpoint.ts'
import { readStored } from '#lib/server/stored.ts'
import { invoiceOf } from '../../../receipts/receipt.rules.ts'
import { readReceipt, receiptAsOpened, sellerNow } from '../../../receipts/server/receipts.ts'
import { refundsOf } from '../../../receipts/server/refunds-of.ts'
import type { getReceipt as contract } from '../checks.contract.ts'
import { payerOf } from './payer.ts'

/** What is kept of a buyer whose account has ended, as long as the tax office may ask. */
const keptBuyer = z.object({ name: z.string(), city: z.nullable(z.string()), phone: z.string() })

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
  // One that nobody has opened yet stays so: its payer's look stores it.
  const said = payment && (readReceipt(payment.receipt) ?? (await receiptAsOpened(ctx.db, await sellerNow(ctx), id)))
  if (!said) throw notFound('There is no such receipt')
  const kept = payment.buyer === null ? nobody : readStored(keptBuyer, payment.buyer, 'A buyer')
  const buyer = payment.deleted_at === null && said.buyer ? said.buyer : { ...kept, email: null }
  const refunds = (await refundsOf(ctx.db, [id])).get(id) ?? []
  return { receipt: { ...invoiceOf({ ...said, buyer })!, refunds }, learner: payerOf(payment) }
}

const nobody = { name: 'Account ended', city: null, phone: '' }
