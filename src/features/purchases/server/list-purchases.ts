import { sql } from 'kysely'
import type { LearnerContext } from '#core/context.ts'
import type { Db } from '#db/database.ts'
import { preparedOnce, type Slots } from '#db/statements/prepared.ts'
import { joinedStatus } from '#features/catalogue/server/enrolment.ts'
import { indianDate, isoTime } from '#lib/both/time/clock.ts'
import type { InputOf } from '#lib/both/calls/endpoint.ts'
import { forbidden } from '#lib/both/calls/errors.ts'
import { rupees } from '#lib/both/money.ts'
import { pagedReply } from '#lib/both/calls/paging.ts'
import { listPurchases as contract, type PurchaseItem } from '../purchases.contract.ts'
import { refundedPart } from '../purchases.rules.ts'
import { refundsOf } from '../receipts/server/refunds-of.ts'
import { renewalsAmong } from './payments/kept-payments.ts'

/** Which of the learner's purchases. */
interface Page {
  userId: number
  most: number
  skipped: number
}

/** Those that were paid for. The status stands in the statement as it stands in the index, which counts and orders them. */
function made(db: Db, userId: number) {
  return db
    .selectFrom('purchases')
    .where('purchases.user_id', '=', userId)
    .where('purchases.payment_status', '!=', sql.lit('pending'))
}

const countMade = preparedOnce((db, slot: Slots<{ userId: number }>) =>
  made(db, slot('userId')).select(({ fn }) => fn.countAll<number>().as('total')),
)

/** What the index alone tells of a page: what is shown beside a purchase is looked up for its rows and no others. */
function pageOf(db: Db, slot: Slots<Page>) {
  return made(db, slot('userId'))
    .select('purchases.id')
    .orderBy('purchases.created_at', 'desc')
    .orderBy('purchases.id', 'desc')
    .limit(slot('most'))
    .offset(slot('skipped'))
}

const readPage = preparedOnce((db, slot: Slots<Page>) =>
  db
    .selectFrom(pageOf(db, slot).as('page'))
    .innerJoin('purchases', 'purchases.id', 'page.id')
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
      'purchases.payment_status',
      'enrolments.valid_until',
    ])
    .orderBy('purchases.created_at', 'desc')
    .orderBy('purchases.id', 'desc'),
)

/** Payments of a page that were kept, newest first. */
const readPayments = preparedOnce((db, slot: Slots<Page>) =>
  db
    .selectFrom(pageOf(db, slot).as('page'))
    .innerJoin('payments', 'payments.purchase_id', 'page.id')
    .leftJoin('payment_orders', 'payment_orders.id', 'payments.order_id')
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
    .orderBy('payments.id', 'desc'),
)

/**
 * What the learner has bought, newest first (document 1, section 2, 'Purchases'). Purchases that were begun and never paid
 * are not among them. Four statements.
 * @throws forbidden when userId is somebody else
 */
export async function listPurchases(ctx: LearnerContext, { params, query }: Omit<InputOf<typeof contract>, 'body'>) {
  const { db, user } = ctx
  if (params.userId !== user.id) throw forbidden('These are not your purchases')
  const page = { userId: user.id, most: query.perPage, skipped: (query.page - 1) * query.perPage }
  const [[counted], rows, payments] = await Promise.all([
    countMade(db, page),
    readPage(db, page),
    readPayments(db, page),
  ])
  const refunds = await refundsOf(
    db,
    payments.map(({ id }) => id),
  )
  const items = rows.map((row): PurchaseItem => {
    const own = payments.filter(({ purchase_id }) => purchase_id === row.id)
    const renewals = renewalsAmong(own)
    const paid = rupees(own.reduce((sum, { amount_paise }) => sum + amount_paise, 0))
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
      paid_amount: paid,
      payment_status: row.payment_status,
      refunded: refundedPart(
        paid,
        own.flatMap(({ id }) => refunds.get(id) ?? []),
      ),
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
  return { status: true, ...pagedReply(contract, { params, query }, items, counted?.total ?? 0) }
}
