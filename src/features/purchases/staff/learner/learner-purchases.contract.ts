import * as z from 'zod/mini'
import { moneyReaders } from '#features/auth/staff/learner-roles.rules.ts'
import { endpoint } from '#lib/both/calls/endpoint.ts'
import { id, means, named } from '#lib/both/calls/fields.ts'
import { instant, paise, percent, rowId } from '#lib/both/calls/reply-fields.ts'
import { before, nextRow } from '#lib/both/calls/staff-fields.ts'
import { refundReasons } from '../../purchases.rules.ts'
import { paymentStates, type PaymentState } from '../money/money.rules.ts'
import { saleMethods, type SaleMethod } from '../../receipts/receipt.rules.ts'

const order = z.object({
  id: rowId,
  kind: z.enum(['purchase', 'renewal']),
  receipt: means(z.string(), 'Our name of it at the provider'),
  provider: z.string(),
  provider_order_id: means(z.nullable(z.string()), 'The name that the provider gave it; null where it never took it'),
  amount_paise: paise,
  status: means(z.enum(['open', 'paid', 'lapsed']), 'lapsed: the provider is asked no more; late money still counts'),
  created_at: instant,
  paid_at: z.nullable(instant),
})

const refund = z.object({
  id: rowId,
  amount_paise: paise,
  state: means(z.enum(['requested', 'done', 'failed']), 'requested: the provider has not said yet'),
  credit_note: means(z.nullable(z.string()), 'Its number'),
  problem: means(z.nullable(z.string()), 'What the provider said against it'),
  created_at: instant,
  ended_at: z.nullable(instant),
})

const payment = z.object({
  id: rowId,
  provider: means(z.string(), 'desk: taken elsewhere'),
  provider_payment_id: means(z.string(), 'The name that the provider gave it; of `desk` the reference'),
  method: means(z.nullable(z.enum(Object.keys(saleMethods) as SaleMethod[])), 'How money of `desk` was paid'),
  amount_paise: paise,
  status: means(
    z.enum(Object.keys(paymentStates) as PaymentState[]),
    'granted: kept, and no refund is requested; refund_due: not kept, and refunded automatically',
  ),
  reason: means(z.nullable(z.enum(refundReasons)), 'Why it goes back'),
  refund_id: z.nullable(z.string()),
  receipt: means(z.nullable(z.string()), 'The number of the receipt'),
  captured_at: instant,
  valid_until: means(z.nullable(instant), 'Until when the course was open by it'),
  refunds: means(z.array(refund), 'What staff sent back of it'),
  left_paise: means(paise, 'What is left of it: neither back nor on its way'),
})

const purchase = z.object({
  id: means(rowId, 'The transaction'),
  course: z.object({ id: rowId, title: z.string() }),
  payment_status: means(
    z.enum(['pending', 'closedpymnt', 'partialpymnt']),
    'pending: begun and not paid; partialpymnt: a part is left to pay',
  ),
  state: means(
    z.enum(['pending', 'paid', 'partly_paid', 'partly_refunded', 'refunding', 'refunded']),
    'As staff read it: `payment_status` with the refunds of its payments',
  ),
  price_paise: means(paise, 'Before GST and any offer'),
  offer_paise: means(paise, 'Before GST, as asked'),
  gst_percent: percent,
  total_paise: means(paise, 'With GST, as asked'),
  sale_staff: means(z.nullable(z.string()), 'Who sold'),
  created_at: instant,
  paid_paise: means(paise, 'Paid and kept, without what went back'),
  orders: z.array(order),
  payments: z.array(payment),
})
export type LearnerPurchase = z.output<typeof purchase>

export const listLearnerPurchases = endpoint({
  access: 'staff',
  roles: moneyReaders,
  method: 'GET',
  path: '/staff/learners/{id}/purchases',
  secondFactor: 'session',
  refuses: ['not_found'],
  summary: 'Purchases of a learner with their orders, payments and receipts, the newest first, twenty a page',
  params: z.object({ id }),
  query: z.object({ before }),
  reply: z.object({
    data: z.array(purchase),
    next: nextRow,
    paid_paise: means(paise, 'Paid and kept of all purchases, without what went back, play money aside'),
  }),
})

named({ LearnerPurchase: purchase })
