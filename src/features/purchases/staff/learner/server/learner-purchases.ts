import { sql } from 'kysely'
import type { StaffContext } from '#core/context.ts'
import { learnerNumbered } from '#features/auth/server/accounts.ts'
import type { Db } from '#db/database.ts'
import type { InputOf, ReplyOf } from '#lib/both/calls/endpoint.ts'
import { paymentState } from '../../server/payment-states.ts'
import type { LearnerPurchase, listLearnerPurchases as contract } from '../learner-purchases.contract.ts'

/** Purchases a page. */
const PAGE = 20

/** @throws notFound */
export async function listLearnerPurchases(
  { db }: StaffContext,
  { params: { id: userId }, query: { before } }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  await learnerNumbered(db, userId)
  const rows = await db
    .selectFrom('purchases')
    .innerJoin('courses', 'courses.id', 'purchases.course_id')
    .where('purchases.user_id', '=', userId)
    .$if(before !== undefined, (query) => query.where('purchases.id', '<', before!))
    .select([
      'purchases.id',
      'purchases.course_id',
      'courses.title',
      'purchases.payment_status',
      'purchases.price_paise',
      'purchases.offer_paise',
      'purchases.gst_percent',
      'purchases.total_paise',
      'purchases.sale_staff',
      'purchases.created_at',
    ])
    .orderBy('purchases.id', 'desc')
    .limit(PAGE + 1)
    .execute()
  const shown = rows.slice(0, PAGE)
  const ids = shown.map(({ id }) => id)
  // PostgreSQL takes no list of nothing.
  const orders = ids.length === 0 ? [] : await ordersOf(db, ids)
  const payments = ids.length === 0 ? [] : await paymentsOf(db, ids)
  const data = shown.map(({ course_id, title, ...row }) => {
    const own = payments.filter(({ purchase_id }) => purchase_id === row.id)
    return {
      ...row,
      course: { id: course_id, title },
      state: purchaseState(row.payment_status, own),
      paid_paise: sumOf(own.map(({ left_paise }) => left_paise)),
      orders: orders.filter(({ purchase_id }) => purchase_id === row.id),
      payments: own.map(({ kept_paise: _, ...payment }) => payment),
    }
  })
  return {
    data,
    next: rows.length > PAGE ? shown.at(-1)!.id : null,
    paid_paise: await paidInAll(db, userId),
  }
}

function ordersOf(db: Db, purchases: number[]) {
  return db
    .selectFrom('payment_orders')
    .select([
      'id',
      'purchase_id',
      'kind',
      'receipt',
      'provider',
      'provider_order_id',
      'amount_paise',
      'status',
      'created_at',
      'paid_at',
    ])
    .where('purchase_id', 'in', purchases)
    .orderBy('id', 'desc')
    .execute()
}

async function paymentsOf(db: Db, purchases: number[]) {
  const payments = await db
    .selectFrom('payments')
    .select([
      'id',
      'purchase_id',
      'provider',
      'provider_payment_id',
      'method',
      'amount_paise',
      paymentState.as('status'),
      'status as stored_status',
      'reason',
      'refund_id',
      'invoice_number as receipt',
      'captured_at',
      'valid_until',
    ])
    .where('purchase_id', 'in', purchases)
    .orderBy('captured_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const refunds = await db
    .selectFrom('payment_refunds as refund')
    .innerJoin('payments', 'payments.id', 'refund.payment_id')
    .select([
      'refund.id',
      'refund.payment_id',
      'refund.amount_paise',
      'refund.status as state',
      'refund.credit_note_number as credit_note',
      'refund.problem',
      'refund.created_at',
      'refund.ended_at',
    ])
    .where('payments.purchase_id', 'in', purchases)
    .orderBy('refund.id', 'desc')
    .execute()
  return payments.map(({ stored_status, ...payment }) => {
    const own = refunds.filter(({ payment_id }) => payment_id === payment.id)
    const back = own.filter(({ state }) => state !== 'failed')
    const isKept = stored_status === 'granted'
    return {
      ...payment,
      refunds: own,
      kept_paise: isKept ? payment.amount_paise : 0,
      left_paise: isKept ? payment.amount_paise - sumOf(back.map(({ amount_paise }) => amount_paise)) : 0,
    }
  })
}

/** The state of a purchase with the refunds of its payments. Refunds count from their request on, unless they failed. */
function purchaseState(
  status: LearnerPurchase['payment_status'],
  payments: (Pick<LearnerPurchase['payments'][number], 'status' | 'left_paise'> & { kept_paise: number })[],
): LearnerPurchase['state'] {
  if (status === 'pending') return 'pending'
  const left = sumOf(payments.map(({ left_paise }) => left_paise))
  const kept = sumOf(payments.map(({ kept_paise }) => kept_paise))
  // A kept payment of ₹0 opened a free course, whatever was refunded beside it.
  const isRefunded = left === 0 && payments.length > 0 && payments.every((payment) => payment.status !== 'granted')
  if (isRefunded) return payments.every((payment) => payment.status === 'refunded') ? 'refunded' : 'refunding'
  if (left < kept) return 'partly_refunded'
  return status === 'partialpymnt' ? 'partly_paid' : 'paid'
}

const sumOf = (amounts: number[]) => amounts.reduce((sum, amount) => sum + amount, 0)

async function paidInAll(db: Db, userId: number): Promise<number> {
  const kept = db
    .selectFrom('payments')
    .innerJoin('purchases', 'purchases.id', 'payments.purchase_id')
    .where('purchases.user_id', '=', userId)
    .where('payments.status', '=', 'granted')
    .where('payments.provider', '!=', 'sandbox')
  const { paid } = await kept
    .select(sql<number>`cast(coalesce(sum(payments.amount_paise), 0) as bigint)`.as('paid'))
    .executeTakeFirstOrThrow()
  const { back } = await kept
    .innerJoin('payment_refunds as refund', 'refund.payment_id', 'payments.id')
    .where('refund.status', '!=', 'failed')
    .select(sql<number>`cast(coalesce(sum(refund.amount_paise), 0) as bigint)`.as('back'))
    .executeTakeFirstOrThrow()
  return paid - back
}
