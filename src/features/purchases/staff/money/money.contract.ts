import * as z from 'zod/mini'
import { endpoint } from '#lib/both/calls/endpoint.ts'
import { id, line, means, named } from '#lib/both/calls/fields.ts'
import { howMany, instant, paise, rowId } from '#lib/both/calls/reply-fields.ts'
import { after, day, next } from '#lib/both/calls/staff-fields.ts'
import { refundReasons } from '../../purchases.rules.ts'
import { saleMethods, type SaleMethod } from '../../receipts/receipt.rules.ts'
import {
  bookkeepers,
  orderStates,
  paymentStates,
  refundStates,
  type OrderState,
  type PaymentState,
  type RefundState,
} from './money.rules.ts'

/** Orders, payments, refunds and receipts of all learners. Support sees those of one learner, on the learner's page. */

/** What these calls share. */
export const books = { access: 'staff', roles: bookkeepers, method: 'GET' } as const

const filters = {
  from: means(z.optional(day), 'From this day in India on'),
  to: means(z.optional(day), 'Until the end of this day in India'),
  course: means(z.optional(id), 'For this course'),
  learner: means(z.optional(id), 'Of this learner'),
  provider: means(z.optional(line(40)), 'Who took the money; desk: taken elsewhere'),
  after,
}

const method = z.enum(Object.keys(saleMethods) as SaleMethod[])

const paymentFilters = {
  ...filters,
  status: z.optional(z.enum(Object.keys(paymentStates) as PaymentState[])),
  method: means(z.optional(method), 'How money of `desk` was paid'),
}

/** Whose money it is; nothing personal of those whose account has ended. */
export const payer = z.object({
  id: rowId,
  name: z.nullable(z.string()),
  phone: means(z.nullable(z.string()), 'With the country code; null once the account has ended'),
  ended: means(z.boolean(), 'The account has ended'),
})
export type Payer = z.output<typeof payer>

const row = {
  id: rowId,
  at: instant,
  amount_paise: paise,
  provider: means(z.string(), 'desk: taken elsewhere'),
  purchase: means(rowId, 'The transaction'),
  learner: payer,
  course: z.object({ id: rowId, title: z.string() }),
}

const order = z.object({
  ...row,
  kind: z.enum(['purchase', 'renewal']),
  status: means(
    z.enum(Object.keys(orderStates) as OrderState[]),
    'lapsed: the provider is asked no more; late money counts',
  ),
  provider_order_id: means(
    z.nullable(z.string()),
    'The name that the provider gave it; null where it was never told of it',
  ),
})
export type ListedOrder = z.output<typeof order>

const payment = z.object({
  ...row,
  status: means(
    z.enum(Object.keys(paymentStates) as PaymentState[]),
    'granted: kept, and the course opened by it; the others: where it goes back by itself',
  ),
  reason: means(z.nullable(z.enum(refundReasons)), 'Why it goes back by itself'),
  provider_payment_id: means(z.string(), 'The name that the provider gave it; of `desk` the reference'),
  method: means(z.nullable(method), 'How money of `desk` was paid'),
  order: z.nullable(rowId),
  receipt: means(z.nullable(z.string()), 'The number of the receipt; null of money that was not kept'),
  place_of_supply: means(z.nullable(z.string()), "Of the receipt: '32 Kerala'"),
  back_paise: means(paise, 'What has gone back of it'),
  coming_back_paise: means(paise, 'What is on its way back'),
  left_paise: means(paise, 'What can still be sent back'),
})
export type ListedPayment = z.output<typeof payment>

const refund = z.object({
  ...row,
  status: means(z.enum(Object.keys(refundStates) as RefundState[]), 'requested: the provider has not said yet'),
  ended_at: z.nullable(instant),
  problem: means(z.nullable(z.string()), 'What the provider said against it'),
  credit_note: means(z.nullable(z.string()), 'Its number'),
  provider_refund_id: z.nullable(z.string()),
  payment: rowId,
  receipt: means(z.nullable(z.string()), 'The number of the receipt of the payment'),
})
export type ListedRefund = z.output<typeof refund>

const listOf = <Row extends z.ZodMiniType>(listed: Row) =>
  z.object({
    data: z.array(listed),
    next,
    number: means(howMany, 'Rows of all pages'),
    sum_paise: means(paise, 'What all of them come to'),
  })

export const listOrders = endpoint({
  ...books,
  path: '/staff/money/orders',
  secondFactor: 'session',
  summary: 'What learners were asked to pay, the newest first, with what it comes to',
  query: z.object({ ...filters, status: z.optional(z.enum(Object.keys(orderStates) as OrderState[])) }),
  reply: listOf(order),
})

export const listPayments = endpoint({
  ...books,
  path: '/staff/money/payments',
  secondFactor: 'session',
  summary: 'Money that came, the newest first, with what went back of it and what it comes to',
  query: z.object(paymentFilters),
  reply: listOf(payment),
})

export const exportPayments = endpoint({
  ...books,
  path: '/staff/money/payments/csv',
  secondFactor: 'recent',
  summary: 'The same as a part of a CSV file',
  query: z.object(paymentFilters),
  reply: z.object({ csv: z.string(), next }),
})

export const listRefunds = endpoint({
  ...books,
  path: '/staff/money/refunds',
  secondFactor: 'session',
  summary: 'Money that went back, is on its way or could not be sent, the newest first, with what it comes to',
  query: z.object({ ...filters, status: z.optional(z.enum(Object.keys(refundStates) as RefundState[])) }),
  reply: listOf(refund),
})

export const listReceipts = endpoint({
  ...books,
  path: '/staff/money/receipts',
  secondFactor: 'session',
  summary: 'Payments that have a receipt, also where the money has gone back since',
  query: z.object({ ...filters, method: paymentFilters.method }),
  reply: listOf(payment),
})

named({ MoneyOrder: order, MoneyPayment: payment, MoneyRefund: refund, MoneyPayer: payer })
