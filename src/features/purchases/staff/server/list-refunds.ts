import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { PaymentRefundsTable } from '../../purchases.tables.ts'
import { given, MONEY_PAGE, pageOf, type MoneyFilter, type Wanted } from './money-pages.ts'
import { isFoundRefund } from './money-search.ts'

export interface RefundsFilter extends MoneyFilter {
  status?: PaymentRefundsTable['status'] | undefined
  /** Only refunds with a credit note. */
  hasCreditNote?: boolean
}

/** Lists refunds the newest first: by their request, with credit notes alone by the date of the note. `paise` leaves out test payments and refunds that failed. */
export async function listRefunds(db: Db, filter: RefundsFilter, { after, most = MONEY_PAGE }: Wanted = {}) {
  // Credit notes are dated by the end of the refund.
  const time = filter.hasCreditNote ? 'refunds.ended_at' : 'refunds.created_at'
  const found = db
    .selectFrom('payment_refunds as refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .innerJoin('purchases', 'purchases.id', 'payments.purchase_id')
    .innerJoin('courses', 'courses.id', 'purchases.course_id')
    .innerJoin('users', 'users.id', 'purchases.user_id')
    .where((eb) =>
      eb.and([
        ...given(filter.status, (status) => eb('refunds.status', '=', status)),
        ...given(filter.from, (from) => eb(time, '>=', from)),
        ...given(filter.to, (to) => eb(time, '<', to)),
        ...given(filter.courseId, (id) => eb('purchases.course_id', '=', id)),
        ...given(filter.userId, (id) => eb('purchases.user_id', '=', id)),
        ...given(filter.provider, (provider) => eb('payments.provider', '=', provider)),
        ...given(filter.hasCreditNote || undefined, () => eb('refunds.credit_note_number', 'is not', null)),
        ...given(filter.words, (words) => isFoundRefund(words)),
      ]),
    )
  const sums = await found
    .select(({ fn }) => [
      fn.countAll<number>().as('number'),
      fn
        .coalesce(
          fn
            .sum<number>('refunds.amount_paise')
            .filterWhere('payments.provider', '!=', 'sandbox')
            .filterWhere('refunds.status', '!=', 'failed'),
          sql.lit(0),
        )
        .as('paise'),
    ])
    .executeTakeFirstOrThrow()
  const rows = await found
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) => eb(refTuple(time, 'refunds.id'), '<', tuple(after!.at, after!.id))),
    )
    .select(({ ref }) => [
      'refunds.id',
      ref(time).$notNull().as('at'),
      'refunds.status',
      'refunds.amount_paise',
      'refunds.ended_at',
      'refunds.problem',
      'refunds.credit_note_number',
      'refunds.provider_refund_id',
      'refunds.payment_id',
      'payments.reason',
      'payments.provider',
      'payments.invoice_number',
      'payments.purchase_id',
      'purchases.course_id',
      'courses.title',
      'purchases.user_id',
      'users.name',
      'users.country_code',
      'users.phone',
      'users.deleted_at',
    ])
    .orderBy(time, 'desc')
    .orderBy('refunds.id', 'desc')
    .limit(most + 1)
    .execute()
  return pageOf(rows, most, sums)
}
