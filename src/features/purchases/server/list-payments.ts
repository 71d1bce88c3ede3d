import type { LearnerContext } from '#core/context.ts'
import { joinedStatus } from '#features/catalogue/server/enrolment.ts'
import { displayTime, indianDate, isoTime } from '#lib/both/time/clock.ts'
import { notFound } from '#lib/both/calls/errors.ts'
import { rupees } from '#lib/both/money.ts'
import type { PaymentRecord } from '../purchases.contract.ts'
import { refundedPart } from '../purchases.rules.ts'
import { receiptUrl, renewalsAmong } from './payments/kept-payments.ts'
import { refundsOf } from '../receipts/server/refunds-of.ts'
import { readReceipt } from '../receipts/server/receipts.ts'
import { refundNote } from './refunds/refund-note.ts'

/**
 * The payments of a purchase, newest first (document 1, section 2, 'Purchase detail').
 * @throws notFound when the transaction is not the learner's, or nothing was paid
 */
export async function listPayments(ctx: LearnerContext, { params }: { params: { transactionId: number } }) {
  const rows = await ctx.db
    .selectFrom('payments')
    .innerJoin('purchases', 'purchases.id', 'payments.purchase_id')
    .innerJoin('courses', 'courses.id', 'purchases.course_id')
    .leftJoin('payment_orders', 'payment_orders.id', 'payments.order_id')
    .leftJoin('enrolments', (join) =>
      join
        .onRef('enrolments.course_id', '=', 'purchases.course_id')
        .onRef('enrolments.user_id', '=', 'purchases.user_id'),
    )
    .where('purchases.id', '=', params.transactionId)
    .where('purchases.user_id', '=', ctx.user.id)
    .select([
      'payments.id',
      'payments.provider_payment_id',
      'payments.captured_at',
      'payments.amount_paise',
      'payments.status',
      'payments.reason',
      'payments.receipt',
      'payments.valid_until as opened_until',
      'payment_orders.kind',
      'enrolments.valid_until',
      'purchases.gst_percent',
      'purchases.id as transaction_id',
      'purchases.course_id',
      'purchases.price_paise',
      'purchases.offer_paise',
      'purchases.sale_staff',
      'purchases.payment_status',
      'courses.title',
      'courses.thumbnail',
    ])
    .orderBy('payments.captured_at', 'desc')
    .orderBy('payments.id', 'desc')
    .execute()
  if (rows.length === 0) throw notFound('There is no such purchase')
  const kept = rows.filter(({ status }) => status === 'granted')
  const total = kept.reduce((sum, { amount_paise }) => sum + amount_paise, 0)
  const renewals = renewalsAmong(rows)
  const back = await refundsOf(
    ctx.db,
    kept.map(({ id }) => id),
  )
  const refunded = refundedPart(rupees(total), [...back.values()].flat())
  const why = async ({ reason, course_id: courseId }: (typeof rows)[number]) =>
    refundNote(ctx.db, { reason, courseId, userId: ctx.user.id })
  const record = async (row: (typeof rows)[number]): Promise<PaymentRecord> => ({
    id: row.id,
    acc_ref_id: row.provider_payment_id,
    date: displayTime(row.captured_at),
    date_iso: isoTime(row.captured_at),
    transaction_id: row.transaction_id,
    kind: renewals.has(row.id) ? 'renewal' : 'purchase',
    paid_amount: rupees(row.amount_paise),
    valid_till: row.opened_until === null ? null : indianDate(row.opened_until),
    valid_till_iso: isoTime(row.opened_until),
    validity_end: row.valid_until === null ? null : indianDate(row.valid_until),
    validity_end_iso: isoTime(row.valid_until),
    course_status: joinedStatus(row, ctx.now()),
    gst: row.gst_percent,
    // As its receipt says, whatever the course is called today.
    course_name: readReceipt(row.receipt)?.description ?? row.title,
    thumbnail: row.thumbnail,
    total_paid_amount: rupees(total),
    price: rupees(row.price_paise),
    final_price: rupees(row.offer_paise),
    sale_staff: row.sale_staff,
    payment_status: row.payment_status,
    course_id: row.course_id,
    receipt_url: receiptUrl(ctx.config, row.transaction_id, row.id),
    refund: row.status === 'granted' ? null : row.status === 'refunded' ? 'refunded' : 'due',
    refund_why: await why(row),
    refunds: back.get(row.id) ?? [],
    refunded,
  })
  return { status: true, data: await Promise.all(rows.map(record)) }
}
