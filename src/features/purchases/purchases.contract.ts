import * as z from 'zod/mini'
import { HOUR, MINUTE } from '#lib/both/time/clock.ts'
import { endpoint, type ReplyOf } from '#lib/both/calls/endpoint.ts'
import { decimal, id, means, named, page, paged, perPage, text } from '#lib/both/calls/fields.ts'
import { isoInstant, paise, percent, rowId, rupees } from '#lib/both/calls/reply-fields.ts'
import { refunds, stateCode } from './receipts/invoice.contract.ts'

/** Buying, renewing, and what was bought: document 1, sections 2 to 9. Amounts on the wire are rupees with two decimals. */

const amount = means(decimal(10_000_000, 6, 'Must be an amount in rupees'), 'Rupees')

const state = means(
  z.optional(stateCode("Must be a state's GST code such as 32, or 96 for outside India")),
  "Ours: GST code of the buyer's state, '96' outside India, for the tax invoice; remembered. Without: the one that is remembered, or the seller's",
)

/** An id or a signature of the payment provider. */
const reference = text(255)

/** The same of a payment. One that failed has 404, which other clients send as a number (document 1, section 9). */
const paymentReference = z.union([reference, z.pipe(z.literal(404), z.transform(String))], {
  error: "Must be the provider's payment id, or 404",
})

/** What the browser needs to open the provider's checkout for an order. */
const checkout = z.object({
  label: means(z.string(), "The provider's name as people read it"),
  script: z.string(),
  global: z.string(),
  key: z.string(),
  amount: paise,
  currency: z.literal('INR'),
  name: means(z.string(), 'The seller'),
  description: z.string(),
  prefill: z.object({ name: z.string(), email: z.string(), contact: z.string() }),
})

export type Checkout = z.output<typeof checkout>

export const createOrder = endpoint({
  method: 'POST',
  path: '/user/product/create',
  limit: { count: 30, span: HOUR },
  access: 'learner',
  refuses: ['forbidden', 'not_found', 'already_purchased', 'price_changed', 'free_course', 'provider'],
  summary: 'Makes the order of a course at the price that the learner saw',
  body: z.object({
    buyer_id: means(id, "The learner's own id"),
    content: means(id, 'The course'),
    payment_mode: z.literal('online_payment', { error: "Must be 'online_payment'" }),
    price: means(amount, "What the page showed before GST; another price than the course's is refused (price_changed)"),
    price_gst: means(amount, 'What the page showed with GST'),
    state,
  }),
  example: { buyer_id: 7, content: 3, payment_mode: 'online_payment', price: 5999, price_gst: 7078.82 },
  reply: z.object({
    status: z.boolean(),
    success: z.boolean(),
    message: z.string(),
    order_id: means(z.string(), "The order's id at the payment provider"),
    transactionid: rowId,
    checkout,
  }),
})

export const openFreeCourse = endpoint({
  method: 'POST',
  path: '/user/product/free',
  limit: { count: 30, span: HOUR },
  access: 'learner',
  refuses: ['not_found', 'already_purchased', 'price_changed'],
  summary: 'Opens a free course without a checkout, with a receipt of ₹0.00',
  body: z.object({ content: means(id, 'The course') }),
  example: { content: 3 },
  reply: z.object({
    status: z.boolean(),
    success: z.boolean(),
    message: z.string(),
    transactionid: rowId,
    receipt_url: means(z.string(), 'Address of the receipt'),
  }),
})

/**
 * What a payment has come to. 'granted': the course is open. 'pending': the provider has not said captured yet; ask
 * again. 'refunded': captured but not honoured, and on its way back. 'failed': nothing was paid.
 */
const outcome = z.enum(['granted', 'pending', 'refunded', 'failed'])

export type PaymentOutcome = z.output<typeof outcome>

const receiptUrl = means(z.nullable(z.string()), "Ours: where the receipt is, of a payment that is 'granted'")

const verification = z.object({
  status: z.boolean(),
  success: z.boolean(),
  message: z.string(),
  outcome,
  course_id: means(rowId, 'The course'),
  receipt_url: receiptUrl,
})

const paymentFields = {
  transaction_id: id,
  amount,
  reference_id: means(paymentReference, "The provider's payment id; 404 for a payment that failed"),
  status: z.enum(['success', 'failed'], { error: 'Must be success or failed' }),
  order_id: means(z.optional(reference), "The provider's order id"),
  signature: means(
    z.optional(reference),
    "The provider's signature over order and payment, where the checkout gave one",
  ),
}

export const verifyPayment = endpoint({
  method: 'POST',
  path: '/user/product/payment',
  limit: { count: 60, span: HOUR },
  access: 'learner',
  refuses: ['not_found', 'not_created'],
  summary: 'Tells how a checkout ended; what counts is what the provider confirms',
  body: z.object({ ...paymentFields, gateway: z.optional(text(40)) }),
  reply: verification,
})

export const initiateRenewal = endpoint({
  method: 'POST',
  path: '/user/product/renewalpayment/initiate',
  limit: { count: 30, span: HOUR },
  access: 'learner',
  refuses: ['not_found', 'nothing_to_pay', 'provider'],
  summary: 'Makes the order of a renewal',
  body: z.object({ transaction_id: id, state }),
  reply: z.object({
    status: z.boolean(),
    success: z.boolean(),
    message: z.string(),
    order_id: z.string(),
    transaction_id: rowId,
    checkout,
  }),
})

export const storeRenewal = endpoint({
  method: 'POST',
  path: '/user/product/renewalpayment/store',
  limit: { count: 60, span: HOUR },
  access: 'learner',
  refuses: ['not_found', 'not_created'],
  summary: "Tells how a renewal's checkout ended; what counts is what the provider confirms",
  body: z.object(paymentFields),
  reply: verification,
})

/** Money that could not be honoured is on its way back ('due'), or is back. */
const refundState = z.enum(['due', 'refunded'])

/** Ours: what the purchase and renewal pages show, and the state of a payment in progress (after a reload, too). */
export const getBuying = endpoint({
  method: 'GET',
  path: '/user/product/state/{courseId}',
  limit: { count: 120, span: 10 * MINUTE },
  access: 'learner',
  refuses: ['not_found'],
  summary: 'What a course costs this learner now, and whether a payment for it is being confirmed',
  params: z.object({ courseId: id }),
  reply: z.object({
    status: z.boolean(),
    course_status: z.enum(['Active', 'Expired', 'Not Purchased']),
    /** The course's. */
    title: z.string(),
    /** Of support, who renew what cannot be paid here. */
    phone: z.string(),
    billing_state: means(z.nullable(z.string()), 'GST code of the state that the learner named last'),
    /** Whose renewal is to be paid; null where none is. */
    renewal: z.nullable(
      z.object({
        transaction_id: rowId,
        title: z.string(),
        renewal_amount: rupees,
        details: z.object({ thumbnail: z.string(), gst: percent }),
      }),
    ),
    payment: means(
      z.enum(['none', 'pending', 'granted', 'refunded']),
      "Of the newest order: 'none' when nothing was paid or tried",
    ),
    receipt_url: receiptUrl,
    /** Of a payment that is 'refunded'. */
    refund: z.nullable(
      z.object({
        transaction_id: rowId,
        amount: rupees,
        state: refundState,
        why: means(z.nullable(z.string()), 'Why, and what is asked now; null when there is no further reason to give'),
      }),
    ),
  }),
})

export type Buying = ReplyOf<typeof getBuying>

const courseStatus = means(
  z.enum(['Active', 'Expired', 'Not Purchased']),
  "Ours: what the course is to the learner now; 'Not Purchased' until a payment has been accepted",
)
const ownEnd = means(
  z.nullable(z.string()),
  'Until when it opened the course, dd-MM-yyyy; null where that was not noted',
)

const refundedPart = means(z.enum(['none', 'part', 'all']), 'Ours: how much of the purchase is refunded')

const paymentStatus = z.enum(['closedpymnt', 'partialpymnt', 'pending'])

const purchase = z.object({
  id: rowId,
  transaction_id: rowId,
  course_id: rowId,
  course: means(z.string(), 'The title'),
  thumbnail: z.string(),
  validity_end: means(z.nullable(z.string()), 'dd-MM-yyyy; null while nothing was paid'),
  validity_end_iso: z.nullable(isoInstant),
  price: means(rupees, 'Before GST'),
  offered_price: means(rupees, 'Before GST'),
  paid_amount: means(rupees, 'With GST'),
  payment_status: means(paymentStatus, "Ours: 'partialpymnt' of a purchase paid in part; never 'pending' here"),
  refunded: refundedPart,
  gst: means(percent, 'Ours: of the price'),
  course_status: courseStatus,
  renewals: means(
    z.array(
      z.object({
        id: rowId,
        date: means(z.string(), 'dd-MM-yyyy'),
        date_iso: isoInstant,
        paid_amount: means(rupees, 'With GST'),
        validity_end: ownEnd,
        validity_end_iso: z.nullable(isoInstant),
      }),
    ),
    'Ours: payments that extended the course, newest first; they are in paid_amount',
  ),
})

export type PurchaseItem = z.output<typeof purchase>

export const listPurchases = endpoint({
  method: 'GET',
  path: '/user/customerpurchasehistorylist/{userId}',
  access: 'learner',
  refuses: ['forbidden'],
  summary: 'What the learner has bought, newest first',
  params: z.object({ userId: id }),
  query: z.object({ page, perPage: perPage(10) }),
  reply: z.object({ status: z.boolean(), ...paged(purchase).shape }),
})

const payment = z.object({
  id: rowId,
  acc_ref_id: means(z.string(), "The provider's payment id"),
  date: means(z.string(), 'dd-MM-yyyy h:mm a'),
  date_iso: isoInstant,
  transaction_id: rowId,
  kind: means(z.enum(['purchase', 'renewal']), 'Ours'),
  paid_amount: means(rupees, 'With GST'),
  /** Of this payment, and of the course. */
  valid_till: ownEnd,
  valid_till_iso: z.nullable(isoInstant),
  validity_end: means(z.nullable(z.string()), 'Ours: of the course, dd-MM-yyyy; null while it is not open'),
  validity_end_iso: z.nullable(isoInstant),
  course_status: courseStatus,
  gst: means(percent, 'Ours: of the price'),
  course_name: z.string(),
  thumbnail: z.string(),
  total_paid_amount: rupees,
  price: means(rupees, 'Before GST'),
  final_price: means(rupees, 'Before GST'),
  sale_staff: z.nullable(z.string()),
  payment_status: means(paymentStatus, "'pending': no payment could be accepted"),
  course_id: rowId,
  receipt_url: means(z.string(), "Where 'Download Payment Receipt' leads"),
  refund: means(z.nullable(refundState), 'Of money that was not kept'),
  refund_why: means(
    z.nullable(z.string()),
    'Why it goes back, and what is asked now; null when there is no further reason to give',
  ),
  refunds,
  refunded: refundedPart,
})

export type PaymentRecord = z.output<typeof payment>

export const listPayments = endpoint({
  method: 'GET',
  path: '/user/customerpaymenthistorylist/{transactionId}',
  access: 'learner',
  refuses: ['not_found'],
  summary: 'The payments of a purchase, newest first',
  params: z.object({ transactionId: id }),
  reply: z.object({ status: z.boolean(), data: z.array(payment) }),
})

named({ Checkout: checkout, PaymentVerification: verification, Purchase: purchase, Payment: payment })
