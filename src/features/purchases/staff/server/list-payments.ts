import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { SaleMethod } from '../../receipts/receipt.rules.ts'
import type { PaymentsTable } from '../../purchases.tables.ts'
import type { PaymentState } from '../money/money.rules.ts'
import { given, MONEY_PAGE, pageOf, type MoneyFilter, type Wanted } from './money-pages.ts'
import { isFound } from './money-search.ts'
import { paymentState, refundedPaise, refundingPaise } from './payment-states.ts'

export interface PaymentsFilter extends MoneyFilter {
  status?: PaymentState | undefined
  /** Only payments with a receipt. */
  hasReceipt?: boolean
  /** How money at the desk was paid. */
  method?: SaleMethod | undefined
}

/** Paise of a listed payment that can still be refunded. */
export function getLeftPaise(row: {
  stored_status: PaymentsTable['status']
  amount_paise: number
  refunded_paise: number
  refunding_paise: number
}): number {
  return row.stored_status === 'granted' ? row.amount_paise - row.refunded_paise - row.refunding_paise : 0
}

/**
 * Lists payments, the newest first, with their refunds. `paise` is the net amount: `received` less `refunded`. Neither has test
 * payments, nor payments that were not kept.
 */
export async function listPayments(db: Db, filter: PaymentsFilter, { after, most = MONEY_PAGE }: Wanted = {}) {
  const found = paymentsFor(db, filter)
  const sums = await sumsOf(found)
  const rows = await found
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('payments.captured_at', 'payments.id'), '<', tuple(after!.at, after!.id)),
      ),
    )
    .select([
      'payments.id',
      'payments.captured_at as at',
      paymentState.as('status'),
      'payments.status as stored_status',
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
      'purchases.buyer',
      'courses.title',
      'purchases.user_id',
      'users.name',
      'users.country_code',
      'users.phone',
      'users.deleted_at',
      refundedPaise.as('refunded_paise'),
      refundingPaise.as('refunding_paise'),
    ])
    .orderBy('payments.captured_at', 'desc')
    .orderBy('payments.id', 'desc')
    .limit(most + 1)
    .execute()
  return pageOf(rows, most, sums)
}

/** Lists payments with a receipt, refunded or not. */
export function listReceipts(db: Db, filter: Omit<PaymentsFilter, 'status'>, wanted?: Wanted) {
  return listPayments(db, { ...filter, hasReceipt: true }, wanted)
}

/** Sums of payments in paise. Refunds count from their request on, unless they failed. */
async function sumsOf(found: ReturnType<typeof paymentsFor>) {
  const { number } = await found.select(({ fn }) => fn.countAll<number>().as('number')).executeTakeFirstOrThrow()
  const kept = found.where('payments.status', '=', 'granted').where('payments.provider', '!=', 'sandbox')
  const { received } = await kept
    .select(({ fn }) => fn.coalesce(fn.sum<number>('payments.amount_paise'), sql.lit(0)).as('received'))
    .executeTakeFirstOrThrow()
  const { refunded } = await kept
    .innerJoin('payment_refunds as refund', 'refund.payment_id', 'payments.id')
    .where('refund.status', '!=', 'failed')
    .select(({ fn }) => fn.coalesce(fn.sum<number>('refund.amount_paise'), sql.lit(0)).as('refunded'))
    .executeTakeFirstOrThrow()
  return { number, received, refunded, paise: received - refunded }
}

function paymentsFor(db: Db, filter: PaymentsFilter) {
  return db
    .selectFrom('payments')
    .innerJoin('purchases', 'purchases.id', 'payments.purchase_id')
    .innerJoin('courses', 'courses.id', 'purchases.course_id')
    .innerJoin('users', 'users.id', 'purchases.user_id')
    .where((eb) =>
      eb.and([
        ...given(filter.status, (status) => sql<boolean>`${paymentState} = ${status}`),
        ...given(filter.hasReceipt || undefined, () => eb('payments.invoice_number', 'is not', null)),
        ...given(filter.from, (from) => eb('payments.captured_at', '>=', from)),
        ...given(filter.to, (to) => eb('payments.captured_at', '<', to)),
        ...given(filter.courseId, (id) => eb('purchases.course_id', '=', id)),
        ...given(filter.userId, (id) => eb('purchases.user_id', '=', id)),
        ...given(filter.provider, (provider) => eb('payments.provider', '=', provider)),
        ...given(filter.method, (method) => eb('payments.method', '=', method)),
        ...given(filter.words, (words) => isFound(words)),
      ]),
    )
}
