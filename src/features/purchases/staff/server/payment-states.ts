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

/** Paise of the payments of `orders` that were kept. */
const kept = sql<number>`(select coalesce(sum(paid.amount_paise), 0) from payments as paid
  where paid.order_id = orders.id and paid.status = 'granted')`

/** Paise of these payments that are refunded, or requested. */
const refundsOfKept = (status: 'done' | 'requested') =>
  sql<number>`(select coalesce(sum(back.amount_paise), 0) from payment_refunds as back
    join payments as paid on paid.id = back.payment_id
    where paid.order_id = orders.id and paid.status = 'granted' and back.status = ${sql.lit(status)})`

/** State of the newest payment of `orders` where none was kept. */
const notKept = sql<OrderState | null>`(select paid.status from payments as paid
  where paid.order_id = orders.id
    and not exists (select 1 from payments as other where other.order_id = orders.id and other.status = 'granted')
  order by paid.id desc limit 1)`

/** A paid order has the state of its payments. Orders without a stored payment keep their own. */
export const orderState = sql<OrderState>`case
  when orders.status <> 'paid' then orders.status
  when ${notKept} is not null then ${notKept}
  when ${refundsOfKept('done')} > 0 and ${refundsOfKept('done')} >= ${kept} then 'refunded'
  when ${refundsOfKept('requested')} > 0 then 'refunding'
  when ${refundsOfKept('done')} > 0 then 'partly_refunded'
  else 'paid' end`
