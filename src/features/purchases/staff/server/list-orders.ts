import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { OrderState } from '../money/money.rules.ts'
import { given, MONEY_PAGE, pageOf, type MoneyFilter, type Wanted } from './money-pages.ts'
import { isFoundOrder } from './money-search.ts'
import { orderState } from './payment-states.ts'

export interface OrdersFilter extends MoneyFilter {
  status?: OrderState | undefined
}

/** Lists orders of learners, the newest first: amounts that providers were asked to collect. `paise` leaves out test orders. */
export async function listOrders(db: Db, filter: OrdersFilter, { after, most = MONEY_PAGE }: Wanted = {}) {
  const found = db
    .selectFrom('payment_orders as orders')
    .innerJoin('purchases', 'purchases.id', 'orders.purchase_id')
    .innerJoin('courses', 'courses.id', 'purchases.course_id')
    .innerJoin('users', 'users.id', 'purchases.user_id')
    .where((eb) =>
      eb.and([
        ...given(filter.status, (status) => sql<boolean>`${orderState} = ${status}`),
        ...given(filter.from, (from) => eb('orders.created_at', '>=', from)),
        ...given(filter.to, (to) => eb('orders.created_at', '<', to)),
        ...given(filter.courseId, (id) => eb('purchases.course_id', '=', id)),
        ...given(filter.userId, (id) => eb('purchases.user_id', '=', id)),
        ...given(filter.provider, (provider) => eb('orders.provider', '=', provider)),
        ...given(filter.words, (words) => isFoundOrder(words)),
      ]),
    )
  const sums = await found
    .select(({ fn }) => [
      fn.countAll<number>().as('number'),
      fn
        .coalesce(fn.sum<number>('orders.amount_paise').filterWhere('orders.provider', '!=', 'sandbox'), sql.lit(0))
        .as('paise'),
    ])
    .executeTakeFirstOrThrow()
  const rows = await found
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('orders.created_at', 'orders.id'), '<', tuple(after!.at, after!.id)),
      ),
    )
    .select([
      'orders.id',
      'orders.created_at as at',
      'orders.kind',
      orderState.as('status'),
      'orders.amount_paise',
      'orders.provider',
      'orders.provider_order_id',
      'orders.buyer_state',
      'orders.purchase_id',
      'purchases.course_id',
      'courses.title',
      'purchases.user_id',
      'users.name',
      'users.country_code',
      'users.phone',
      'users.deleted_at',
    ])
    .orderBy('orders.created_at', 'desc')
    .orderBy('orders.id', 'desc')
    .limit(most + 1)
    .execute()
  return pageOf(rows, most, sums)
}
