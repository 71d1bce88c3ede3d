import type { LearnerContext } from '#core/context.ts'
import { joinedStatus } from '#features/catalogue/server/enrolment.ts'
import { indianDate, isoTime } from '#lib/both/time/clock.ts'
import type { InputOf } from '#lib/both/calls/endpoint.ts'
import { forbidden } from '#lib/both/calls/errors.ts'
import { rupees } from '#lib/both/money.ts'
import { pagedReply } from '#lib/both/calls/paging.ts'
import { listPurchases as contract, type PurchaseItem } from '../purchases.contract.ts'
import { renewalsAmong } from './payments/kept-payments.ts'

/**
 * What the learner has bought, newest first (document 1, section 2, 'Purchases'). Purchases that were begun and never paid
 * are not among them. Three statements.
 * @throws forbidden when userId is somebody else
 */
export async function listPurchases(ctx: LearnerContext, { params, query }: Omit<InputOf<typeof contract>, 'body'>) {
  if (params.userId !== ctx.user.id) throw forbidden('These are not your purchases')
  const mine = ctx.db
    .selectFrom('purchases')
    .where('purchases.user_id', '=', ctx.user.id)
    .where('purchases.payment_status', '!=', 'pending')
  const [{ total }, rows] = await Promise.all([
    mine.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    ctx.db
      // The page first: what is shown beside a purchase is looked up for its ten rows alone.
      .selectFrom(
        mine
          .selectAll()
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .limit(query.perPage)
          .offset((query.page - 1) * query.perPage)
          .as('purchases'),
      )
      .innerJoin('courses', 'courses.id', 'purchases.course_id')
      .leftJoin('enrolments', (join) =>
        join
          .onRef('enrolments.course_id', '=', 'purchases.course_id')
          .onRef('enrolments.user_id', '=', 'purchases.user_id'),
      )
      .select([
        'purchases.id',
        'purchases.course_id',
        'courses.title',
        'courses.thumbnail',
        'purchases.price_paise',
        'purchases.offer_paise',
        'purchases.gst_percent',
        'enrolments.valid_until',
      ])
      .orderBy('purchases.created_at', 'desc')
      .orderBy('purchases.id', 'desc')
      .execute(),
  ])
  const payments = await keptPayments(
    ctx,
    rows.map(({ id }) => id),
  )
  const items = rows.map((row): PurchaseItem => {
    const own = payments.filter(({ purchase_id }) => purchase_id === row.id)
    const renewals = renewalsAmong(own)
    return {
      id: row.id,
      transaction_id: row.id,
      course_id: row.course_id,
      course: row.title,
      thumbnail: row.thumbnail,
      validity_end: row.valid_until === null ? null : indianDate(row.valid_until),
      validity_end_iso: isoTime(row.valid_until),
      price: rupees(row.price_paise),
      offered_price: rupees(row.offer_paise),
      paid_amount: rupees(own.reduce((sum, { amount_paise }) => sum + amount_paise, 0)),
      gst: row.gst_percent,
      course_status: joinedStatus(row, ctx.now()),
      renewals: own
        .filter(({ id }) => renewals.has(id))
        .map((payment) => ({
          id: payment.id,
          date: indianDate(payment.captured_at),
          date_iso: isoTime(payment.captured_at),
          paid_amount: rupees(payment.amount_paise),
          validity_end: payment.valid_until === null ? null : indianDate(payment.valid_until),
          validity_end_iso: isoTime(payment.valid_until),
        })),
    }
  })
  return { status: true, ...pagedReply(contract, { params, query }, items, total) }
}

/** Payments of these purchases that were kept, newest first. */
async function keptPayments({ db }: LearnerContext, purchases: number[]) {
  if (purchases.length === 0) return []
  return db
    .selectFrom('payments')
    .leftJoin('payment_orders', 'payment_orders.id', 'payments.order_id')
    .where('payments.purchase_id', 'in', purchases)
    .where('payments.status', '=', 'granted')
    .select([
      'payments.id',
      'payments.purchase_id',
      'payments.status',
      'payments.amount_paise',
      'payments.captured_at',
      'payments.valid_until',
      'payment_orders.kind',
    ])
    .orderBy('payments.captured_at', 'desc')
    .orderBy('payments.id', 'desc')
    .execute()
}
