import type { LearnerContext } from '#core/context.ts'
import { notFound } from '#lib/both/calls/errors.ts'
import type { Invoice } from '../invoice.contract.ts'
import { refundsOf } from './refunds-of.ts'
import { invoiceOf } from '../receipt.rules.ts'
import { freezeReceipt, readReceipt, sellerNow } from './receipts.ts'

/**
 * The GST tax invoice of a payment that was kept, as it was stored at the sale. Of a sale before receipts were stored it
 * is made and stored when it is first opened.
 * @throws notFound when it is not the learner's payment
 */
export async function getInvoice(
  ctx: LearnerContext,
  { params }: { params: { paymentId: number } },
): Promise<{ status: boolean; data: Invoice }> {
  let payment = await paymentOf(ctx, params.paymentId)
  if (payment?.receipt === null) {
    await freezeReceipt(ctx.db, await sellerNow(ctx), params.paymentId)
    // Somebody else may have stored it first, and that one counts.
    payment = await paymentOf(ctx, params.paymentId)
  }
  const receipt = readReceipt(payment?.receipt)
  const data = receipt && invoiceOf(receipt)
  if (!data) throw notFound('There is no such receipt')
  return {
    status: true,
    data: { ...data, refunds: (await refundsOf(ctx.db, [params.paymentId])).get(params.paymentId) ?? [] },
  }
}

function paymentOf({ db, user }: LearnerContext, paymentId: number) {
  return db
    .selectFrom('payments')
    .innerJoin('purchases', 'purchases.id', 'payments.purchase_id')
    .where('payments.id', '=', paymentId)
    .where('purchases.user_id', '=', user.id)
    .where('payments.status', '=', 'granted')
    .where('payments.invoice_number', 'is not', null)
    .select('payments.receipt')
    .executeTakeFirst()
}
