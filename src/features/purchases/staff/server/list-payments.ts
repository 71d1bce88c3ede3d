import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { PaymentRefundsTable, PaymentsTable } from '../../purchases.tables.ts'
import type { SaleMethod } from '../../receipts/receipt.rules.ts'
import { given, MONEY_PAGE, pageOf, type MoneyFilter, type Wanted } from './money-pages.ts'

export interface PaymentsFilter extends MoneyFilter {
  status?: PaymentsTable['status'] | undefined
  /** How money at the desk was paid. */
  method?: SaleMethod | undefined
}

/** Paise of a listed payment that can still be refunded. */
export function getLeftPaise(row: {
  status: PaymentsTable['status']
  amount_paise: number
  refunded_paise: number
  refunding_paise: number
}): number {
  return row.status === 'granted' ? row.amount_paise - row.refunded_paise - row.refunding_paise : 0
}

/** Money that came, the newest first, with what has gone back of it and what is on its way. */
export async function listPayments(db: Db, filter: PaymentsFilter, { after, most = MONEY_PAGE }: Wanted = {}) {
  const found = paymentsFor(db, filter)
  const sums = await found
    .select(({ fn }) => [
      fn.countAll<number>().as('number'),
      fn.coalesce(fn.sum<number>('payments.amount_paise'), sql.lit(0)).as('paise'),
    ])
    .executeTakeFirstOrThrow()
  const rows = await found
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('payments.captured_at', 'payments.id'), '<', tuple(after!.at, after!.id)),
      ),
    )
    .select(({ selectFrom }) => {
      const sentBack = (status: PaymentRefundsTable['status']) =>
        selectFrom('payment_refunds')
          .whereRef('payment_refunds.payment_id', '=', 'payments.id')
          .where('payment_refunds.status', '=', status)
          .select(({ fn }) => fn.coalesce(fn.sum<number>('payment_refunds.amount_paise'), sql.lit(0)).as('paise'))
          .$asScalar()
          .$notNull()
      return [
        'payments.id',
        'payments.captured_at as at',
        'payments.status',
        'payments.reason',
        'payments.amount_paise',
        'payments.provider',
        'payments.provider_payment_id',
        'payments.method',
        'payments.invoice_number',
        'payments.receipt',
        'payments.buyer_state',
        'payments.order_id',
        'payments.purchase_id',
        'purchases.course_id',
        'courses.title',
        'purchases.user_id',
        'users.name',
        'users.country_code',
        'users.phone',
        'users.deleted_at',
        sentBack('done').as('refunded_paise'),
        sentBack('requested').as('refunding_paise'),
      ]
    })
    .orderBy('payments.captured_at', 'desc')
    .orderBy('payments.id', 'desc')
    .limit(most + 1)
    .execute()
  return pageOf(rows, most, sums)
}

/** Payments that had a receipt, whether or not their money has gone back since. */
export function listReceipts(db: Db, filter: Omit<PaymentsFilter, 'status'>, wanted?: Wanted) {
  return listPayments(db, { ...filter, status: 'granted' }, wanted)
}

function paymentsFor(db: Db, filter: PaymentsFilter) {
  return db
    .selectFrom('payments')
    .innerJoin('purchases', 'purchases.id', 'payments.purchase_id')
    .innerJoin('courses', 'courses.id', 'purchases.course_id')
    .innerJoin('users', 'users.id', 'purchases.user_id')
    .where((eb) =>
      eb.and([
        ...given(filter.status, (status) => eb('payments.status', '=', status)),
        ...given(filter.from, (from) => eb('payments.captured_at', '>=', from)),
        ...given(filter.to, (to) => eb('payments.captured_at', '<', to)),
        ...given(filter.courseId, (id) => eb('purchases.course_id', '=', id)),
        ...given(filter.userId, (id) => eb('purchases.user_id', '=', id)),
        ...given(filter.provider, (provider) => eb('payments.provider', '=', provider)),
        ...given(filter.method, (method) => eb('payments.method', '=', method)),
      ]),
    )
}
