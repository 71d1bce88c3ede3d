import type { LearnerContext } from '#core/context.ts'
import type { Db } from '#db/database.ts'
import { takeTurn } from '#features/auth/server/accounts.ts'
import type { InputOf, ReplyOf } from '#lib/both/calls/endpoint.ts'
import { conflict } from '#lib/both/calls/errors.ts'
import { formatInr } from '#lib/both/money.ts'
import type { openFreeCourse as contract } from '../../purchases.contract.ts'
import { agreedPrice } from '../../purchases.rules.ts'
import { billingState } from '../../receipts/server/billing-state.ts'
import { nextInvoiceNumber } from '../../receipts/server/invoice-number.ts'
import { freezeReceipt, sellerNow } from '../../receipts/server/receipts.ts'
import { note } from '../payments/events.ts'
import { receiptUrl } from '../payments/kept-payments.ts'
import { linkPayment, openEnrolment } from '../periods/change-access.ts'
import { addPendingPurchase, alreadyPurchased, readCourseOnSale } from './pending-purchase.ts'

/** Provider of payments of ₹0. */
const PROVIDER = 'free'

/**
 * Opens a free course, with a payment and a receipt of ₹0.00 as for any sale.
 * @throws notFound 'No course found'
 * @throws conflict already_purchased, price_changed where the course is not free any more
 */
export async function openFreeCourse(
  ctx: LearnerContext,
  { body: { content: courseId } }: Pick<InputOf<typeof contract>, 'body'>,
): Promise<ReplyOf<typeof contract>> {
  const seller = await sellerNow(ctx)
  const userId = ctx.user.id
  const now = ctx.now()
  const { purchaseId, paymentId } = await ctx.db.transaction().execute(async (tx) => {
    await takeTurn(tx, userId)
    const course = await readCourseOnSale(tx, userId, courseId)
    if (course.enrolment_id !== null) throw alreadyPurchased()
    const agreed = agreedPrice(course)
    if (agreed.total_paise !== 0)
      throw conflict(
        `This course is not free any more. It is now ${formatInr(agreed.total_paise)} including GST.`,
        'price_changed',
      )
    const opened = await openEnrolment(tx, { userId, courseId }, now, [{ kind: 'payment', days: course.validity_days }])
    if (!opened) throw alreadyPurchased()
    const purchaseId = await addPendingPurchase(tx, now, { userId, courseId, agreed })
    await tx.updateTable('purchases').set({ payment_status: 'closedpymnt' }).where('id', '=', purchaseId).execute()
    const paymentId = await addPayment(tx, { now, userId, purchaseId, until: opened.until })
    await linkPayment(tx, opened.periods, paymentId)
    await freezeReceipt(tx, seller, paymentId)
    await note(tx, now, { purchaseId, source: 'learner', kind: 'payment.granted', detail: { amount_paise: 0 } })
    return { purchaseId, paymentId }
  })
  return {
    status: true,
    success: true,
    message: 'The course is open',
    transactionid: purchaseId,
    receipt_url: receiptUrl(ctx.config, purchaseId, paymentId),
  }
}

/** @returns its id */
async function addPayment(
  tx: Db,
  { now, userId, purchaseId, until }: { now: number; userId: number; purchaseId: number; until: number },
): Promise<number> {
  const { id } = await tx
    .insertInto('payments')
    .values({
      purchase_id: purchaseId,
      order_id: null,
      provider: PROVIDER,
      provider_payment_id: `${PROVIDER}-${purchaseId}`,
      amount_paise: 0,
      status: 'granted',
      reason: null,
      refund_id: null,
      refund_at: null,
      invoice_number: await nextInvoiceNumber(tx, now, PROVIDER),
      captured_at: now,
      valid_until: until,
      buyer_state: await billingState(tx, now, { userId, given: undefined }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
