import { sql } from 'kysely'
import type { LearnerContext } from '#api/context.ts'
import { indianDate } from '#lib/clock.ts'
import type { InputOf } from '#lib/endpoint.ts'
import { forbidden } from '#lib/errors.ts'
import { rupees } from '#lib/money.ts'
import { pagedReply } from '#lib/paging.ts'
import { listPurchases as contract, type PurchaseItem } from '../purchases.contract.ts'

/**
 * What the learner has bought, newest first (document 1, section 2, 'Purchases'). Purchases that were begun and never paid
 * are not among them. Two statements.
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
      .select(({ selectFrom }) => [
        'purchases.id',
        'purchases.course_id',
        'courses.title',
        'courses.thumbnail',
        'purchases.price_paise',
        'purchases.offer_paise',
        'enrolments.valid_until',
        selectFrom('payments')
          .whereRef('payments.purchase_id', '=', 'purchases.id')
          .where('payments.status', '=', sql.lit('granted' as const))
          .select(({ fn }) => fn.coalesce(fn.sum<number>('payments.amount_paise'), sql.lit(0)).as('paid'))
          .as('paid'),
      ])
      .orderBy('purchases.created_at', 'desc')
      .orderBy('purchases.id', 'desc')
      .execute(),
  ])
  const items = rows.map((row): PurchaseItem => ({
    id: row.id,
    transaction_id: row.id,
    course_id: row.course_id,
    course: row.title,
    thumbnail: row.thumbnail,
    validity_end: row.valid_until === null ? null : indianDate(row.valid_until),
    price: rupees(row.price_paise),
    offered_price: rupees(row.offer_paise),
    paid_amount: rupees(Number(row.paid ?? 0)),
  }))
  return { status: true, ...pagedReply(contract, { params, query }, items, total) }
}
