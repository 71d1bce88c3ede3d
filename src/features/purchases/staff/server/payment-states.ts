import { sql, type RawBuilder } from 'kysely'
import type { OrderState, PaymentState } from '../money/money.rules.ts'

/** States of payments and orders with their refunds, as SQL. Queries name the tables `payments` and `orders`. */

/** Paise of a payment that are refunded, or requested. */
const refunds = (payment: RawBuilder<unknown>, status: 'done' | 'requested') =>
  sql<number>`(select coalesce(sum(back.amount_paise), 0) from payment_refunds as back
    where back.payment_id = ${payment} and back.status = ${sql.lit(status)})`

/** Paise of `payments` that are refunded. */
export const refundedPaise = refunds(sql.ref('payments.id'), 'done')

/** Paise of `payments` that are requested from the provider, which has not confirmed yet. */
export const refundingPaise = refunds(sql.ref('payments.id'), 'requested')

/** A payment that was kept is refunded as soon as refunds of its whole amount are done. */
export const paymentState = sql<PaymentState>`case
  when payments.status <> 'granted' then payments.status
  when payments.amount_paise > 0 and ${refundedPaise} >= payments.amount_paise then 'refunded'
  when ${refundingPaise} > 0 then 'refunding'
  when ${refundedPaise} > 0 then 'partly_refunded'
  else 'granted' end`

/** Paise of the payments of `orders` that were kept, or of their refunds that are done. */
const kept = sql<number>`(select coalesce(sum(paid.amount_paise), 0) from payments as paid
  where paid.order_id = orders.id and paid.status = 'granted')`
const refunded = sql<number>`(select coalesce(sum(back.amount_paise), 0) from payment_refunds as back
  join payments as paid on paid.id = back.payment_id
  where paid.order_id = orders.id and paid.status = 'granted' and back.status = 'done')`

/** A paid order is refunded when nothing is left of what was paid for it. */
export const orderState = sql<OrderState>`case
  when orders.status <> 'paid' or ${refunded} = 0 then orders.status
  when ${refunded} >= ${kept} then 'refunded'
  else 'partly_refunded' end`
