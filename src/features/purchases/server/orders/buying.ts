import type { LearnerContext } from '#core/context.ts'
import { owedPaise } from '#features/catalogue/catalogue.rules.ts'
import { joinedStatus } from '#features/catalogue/server/enrolment.ts'
import { notFound } from '#lib/both/calls/errors.ts'
import { rupees } from '#lib/both/money.ts'
import type { Buying } from '../../purchases.contract.ts'
import { confirm } from '../payments/confirm.ts'
import { receiptUrl } from '../payments/kept-payments.ts'
import { refundNote } from '../refunds/refund-note.ts'

/**
 * What the purchase and renewal pages need beside the course: its status, what is left to pay, whom to ask, and what became of the
 * newest order. An open order is asked about at once, so that whoever comes back after a closed tab learns the truth.
 * @throws notFound 'No course found'
 */
export async function getBuying(ctx: LearnerContext, { params }: { params: { courseId: number } }) {
  const newest = await newestPayment(ctx, params.courseId)
  const course = await ctx.db
    .selectFrom('courses')
    .leftJoin('enrolments', (join) =>
      join.onRef('enrolments.course_id', '=', 'courses.id').on('enrolments.user_id', '=', ctx.user.id),
    )
    .leftJoin('purchases', (join) =>
      join
        .onRef('purchases.course_id', '=', 'courses.id')
        .on('purchases.user_id', '=', ctx.user.id)
        .on('purchases.payment_status', '!=', 'pending'),
    )
    .leftJoin('billing_addresses', (join) => join.on('billing_addresses.user_id', '=', ctx.user.id))
    .where('courses.id', '=', params.courseId)
    .select([
      'courses.title',
      'courses.thumbnail',
      'courses.gst_percent',
      'enrolments.valid_until',
      'enrolments.payment_status',
      'enrolments.renewal_paise',
      'purchases.id as transaction_id',
      'billing_addresses.state',
    ])
    // The newest, which the course page names as well.
    .orderBy('purchases.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!course) throw notFound('No course found')
  const { transaction_id, title, thumbnail, gst_percent: gst } = course
  const { phone } = await ctx.site()
  const owed = owedPaise(course)
  return {
    status: true,
    course_status: joinedStatus(course, ctx.now()),
    title,
    phone,
    billing_state: course.state,
    renewal:
      owed > 0 && transaction_id !== null
        ? { transaction_id, title, renewal_amount: rupees(owed), details: { thumbnail, gst } }
        : null,
    ...newest,
  }
}

type Newest = Pick<Buying, 'payment' | 'refund' | 'receipt_url'>

/**
 * What became of the newest order, and of money that came since for an older one: a window that was left open may have been
 * paid.
 */
async function newestPayment(ctx: LearnerContext, courseId: number): Promise<Newest> {
  const mine = ctx.db
    .selectFrom('purchases')
    .where('purchases.user_id', '=', ctx.user.id)
    .where('purchases.course_id', '=', courseId)
  const order = await mine
    .innerJoin('payment_orders', 'payment_orders.purchase_id', 'purchases.id')
    .select([
      'payment_orders.id',
      'payment_orders.purchase_id',
      'payment_orders.kind',
      'payment_orders.amount_paise',
      'payment_orders.provider',
      'payment_orders.provider_order_id',
      'payment_orders.status',
      'payment_orders.created_at',
    ])
    .orderBy('payment_orders.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!order) return { payment: 'none', refund: null, receipt_url: null }
  const outcome = order.status === 'open' ? await confirm(ctx, order, 'learner') : 'failed'
  if (outcome === 'pending') return { payment: 'pending', refund: null, receipt_url: null }
  const money = await mine
    .innerJoin('payments', 'payments.purchase_id', 'purchases.id')
    .innerJoin('payment_orders', 'payment_orders.id', 'payments.order_id')
    .where('payments.captured_at', '>=', order.created_at)
    .where('payment_orders.kind', '=', order.kind)
    .select(['payments.id', 'payments.purchase_id', 'payments.status', 'payments.amount_paise', 'payments.reason'])
    .orderBy('payments.id')
    .execute()
  // A second payment that goes back takes nothing from the first.
  const kept = money.find(({ status }) => status === 'granted')
  if (kept) return { payment: 'granted', refund: null, receipt_url: receiptUrl(ctx.config, kept.purchase_id, kept.id) }
  const last = money.at(-1)
  if (!last) return { payment: 'none', refund: null, receipt_url: null }
  return {
    payment: 'refunded',
    receipt_url: null,
    refund: {
      transaction_id: last.purchase_id,
      amount: rupees(last.amount_paise),
      state: last.status === 'refunded' ? 'refunded' : 'due',
      why: await refundNote(ctx.db, { reason: last.reason, courseId, userId: ctx.user.id }),
    },
  }
}
