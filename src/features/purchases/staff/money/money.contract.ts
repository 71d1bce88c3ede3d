import * as z from 'zod/mini'
import { endpoint } from '#lib/both/calls/endpoint.ts'
import { id, line, means, named } from '#lib/both/calls/fields.ts'
import { howMany, instant, paise, rowId } from '#lib/both/calls/reply-fields.ts'
import { MAX_STAFF_SEARCH, searches } from '#lib/both/calls/search.ts'
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

export const books = { access: 'staff', roles: bookkeepers, method: 'GET' } as const

const filters = {
  words: means(
    z.optional(line(MAX_STAFF_SEARCH)),
    '`payment 7`, `transaction 7`, an invoice or credit-note number, a reference, or a learner by name, phone or email',
  ),
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
    'lapsed: the provider is no longer asked; late payments still count',
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
    'granted: kept, and no refund is requested; refund_due: not kept, and refunded automatically',
  ),
  reason: means(z.nullable(z.enum(refundReasons)), 'Why it goes back by itself'),
  provider_payment_id: means(z.string(), 'The name that the provider gave it; of `desk` the reference'),
  method: means(z.nullable(method), 'How money of `desk` was paid'),
  order: z.nullable(rowId),
  receipt: means(z.nullable(z.string()), 'The number of the receipt; null of money that was not kept'),
  place_of_supply: means(z.nullable(z.string()), "Of the receipt: '32 Kerala'"),
  back_paise: means(paise, 'Refunded'),
  coming_back_paise: means(paise, 'Requested refunds that the provider has not confirmed'),
  left_paise: means(paise, 'Can still be refunded'),
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
    number: means(howMany, 'Rows of all pages, test payments included'),
    sum_paise: means(paise, 'Sum of all pages without test payments; refunds that failed are not counted'),
  })

/** Payments with their sums: net is what was received less what was refunded. */
const paymentList = z.extend(listOf(payment), {
  sum_paise: means(paise, 'Net: received less refunded, without test payments'),
  received_paise: means(paise, 'Kept payments of all pages, without test payments'),
  refunded_paise: means(paise, 'Refunds of these payments that are done or requested'),
})

export const listOrders = endpoint({
  ...books,
  ...searches('learners', 'words'),
  path: '/staff/money/orders',
  secondFactor: 'session',
  summary: 'What learners were asked to pay, the newest first, with what it comes to',
  query: z.object({ ...filters, status: z.optional(z.enum(Object.keys(orderStates) as OrderState[])) }),
  reply: listOf(order),
})

export const listPayments = endpoint({
  ...books,
  ...searches('learners', 'words'),
  path: '/staff/money/payments',
  secondFactor: 'session',
  summary: 'Payments, the newest first, with their refunds and the net amount',
  query: z.object(paymentFilters),
  reply: paymentList,
})

export const exportPayments = endpoint({
  ...books,
  ...searches('learners', 'words'),
  path: '/staff/money/payments/csv',
  secondFactor: 'recent',
  summary: 'Payments as a part of a CSV file, with their tax and what is left of them after refunds',
  query: z.object(paymentFilters),
  reply: z.object({ csv: z.string(), next }),
})

export const listRefunds = endpoint({
  ...books,
  ...searches('learners', 'words'),
  path: '/staff/money/refunds',
  secondFactor: 'session',
  summary: 'Refunds that are done, requested or failed, the newest first, with their sum',
  query: z.object({
    ...filters,
    status: z.optional(z.enum(Object.keys(refundStates) as RefundState[])),
    credit_note: means(z.optional(z.literal('with')), 'Only refunds that have a credit note'),
  }),
  reply: listOf(refund),
})

export const listReceipts = endpoint({
  ...books,
  ...searches('learners', 'words'),
  path: '/staff/money/receipts',
  secondFactor: 'session',
  summary: 'Payments that have a receipt, refunded or not',
  query: z.object({ ...filters, method: paymentFilters.method }),
  reply: paymentList,
})

named({ MoneyOrder: order, MoneyPayment: payment, MoneyRefund: refund, MoneyPayer: payer })
