import type { Generated } from 'kysely'
import type { PeriodKind } from './server/periods/access.rules.ts'
import type { RefundReason } from './purchases.rules.ts'
import type { SaleMethod } from './receipts/receipt.rules.ts'

export interface EnrolmentsTable {
  /** The transaction id of document 1. */
  id: Generated<number>
  user_id: number
  course_id: number
  payment_status: 'closedpymnt' | 'partialpymnt'
  renewal_paise: Generated<number>
  valid_until: number
  created_at: number
}

/** 'move': its days were moved to another course. */
export type RevokedBy = 'refund' | 'end' | 'move'

/** Periods for which payments, sales, grants and extensions opened a course (server/periods/access.rules.ts). */
export interface AccessPeriodsTable {
  id: Generated<number>
  user_id: number
  course_id: number
  kind: PeriodKind
  /** Days from the end before it or from `given_at`, whichever is later; null where `until` is set. */
  days: number | null
  until: number | null
  payment_id: number | null
  given_at: number
  /** Who of the staff gave it; null of payments of learners and of periods from before they were stored. */
  given_by: string | null
  revoked_at: Generated<number | null>
  revoked_by: Generated<RevokedBy | null>
}

export interface PurchasesTable {
  /** The transaction id of document 1. */
  id: Generated<number>
  user_id: number
  course_id: number
  /** Before GST: the list price, and what was asked. */
  price_paise: number
  offer_paise: number
  gst_percent: number
  /** With GST. */
  total_paise: number
  payment_status: 'pending' | 'closedpymnt' | 'partialpymnt'
  sale_staff: string | null
  created_at: number
  /** JSON: what invoices must still say of a buyer whose account has ended. */
  buyer: Generated<string | null>
  /** When the tax office may no longer ask for it. */
  buyer_until: Generated<number | null>
}

export interface PaymentOrdersTable {
  id: Generated<number>
  purchase_id: number
  kind: 'purchase' | 'renewal'
  amount_paise: number
  receipt: string
  provider: string
  provider_order_id: string | null
  /** 'lapsed': the sweep no longer asks; a late capture still counts while the price does. */
  status: 'open' | 'paid' | 'lapsed'
  check_at: number
  checks: Generated<number>
  created_at: number
  paid_at: number | null
  /** The price that it was made at; null of renewals, and of orders from before that was noted. */
  price_paise: Generated<number | null>
  offer_paise: Generated<number | null>
  gst_percent: Generated<number | null>
  /** GST code of the state that the buyer named; null of clients that ask for none. */
  buyer_state: Generated<string | null>
}

/** Prices that a course had and has no more, noted when they change (server/past-prices.ts). */
export interface PastPricesTable {
  course_id: number
  /** With GST. */
  total_paise: number
  /** When it ended last. */
  ended_at: number
}

export interface PaymentsTable {
  id: Generated<number>
  purchase_id: number
  /** Null for money that was taken at the desk. */
  order_id: number | null
  provider: string
  provider_payment_id: string
  amount_paise: number
  status: 'granted' | 'refund_due' | 'refunding' | 'refunded' | 'refund_failed'
  /** Why it goes back. */
  reason: RefundReason | null
  refund_id: string | null
  /** When the refund is tried next. */
  refund_at: number | null
  refund_tries: Generated<number>
  invoice_number: string | null
  captured_at: number
  /** Until when the course was open by it; null of money that was not kept, and of before that was noted. */
  valid_until: Generated<number | null>
  /** How money that was taken elsewhere was paid. */
  method: Generated<SaleMethod | null>
  /** `referenceKey` of a desk payment; null of online payments, and where an older server entered the sale. */
  reference_key: Generated<string | null>
  /** JSON: what the receipt says, without its buyer once their account has ended. Null of money that was not kept. */
  receipt: Generated<string | null>
  /** GST code of the state that the buyer named; null where none was. */
  buyer_state: Generated<string | null>
}

/** The state that a learner named at their last purchase. */
export interface BillingAddressesTable {
  user_id: number
  /** GST code. */
  state: string
  changed_at: number
}

/** Money on its way back. */
export interface PaymentRefundsTable {
  id: Generated<number>
  payment_id: number
  amount_paise: number
  /** What the provider is given with it: the same key never refunds twice. */
  key: string
  status: 'requested' | 'done' | 'failed'
  provider_refund_id: Generated<string | null>
  /** When the provider is asked next; null once it has ended. */
  refund_at: number | null
  tries: Generated<number>
  /** Whether the course stays open when the whole payment is back. */
  keep_access: Generated<number>
  /** What the provider said against it. */
  problem: Generated<string | null>
  credit_note_number: Generated<string | null>
  /** JSON: what the credit note says. Null of money that had no receipt. */
  credit_note: Generated<string | null>
  created_at: number
  ended_at: Generated<number | null>
}

export interface PaymentEventsTable {
  id: Generated<number>
  purchase_id: number | null
  order_id: number | null
  source: 'learner' | 'webhook' | 'sweep' | 'server' | 'staff'
  kind: string
  /** JSON without anything secret. */
  detail: string
  at: number
}

export interface PaymentWebhooksTable {
  provider: string
  event_id: string
  received_at: number
}

export interface InvoiceNumbersTable {
  /** '2026-27' */
  year: string
  last: number
}

declare module '#db/database.ts' {
  interface Database {
    enrolments: EnrolmentsTable
    access_periods: AccessPeriodsTable
    purchases: PurchasesTable
    payment_orders: PaymentOrdersTable
    past_prices: PastPricesTable
    payments: PaymentsTable
    billing_addresses: BillingAddressesTable
    payment_refunds: PaymentRefundsTable
    payment_events: PaymentEventsTable
    payment_webhooks: PaymentWebhooksTable
    invoice_numbers: InvoiceNumbersTable
  }
}
