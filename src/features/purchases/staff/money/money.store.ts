import { listCourseTitles } from '#features/catalogue/staff/course-titles.contract.ts'
import {
  addressState,
  day,
  number,
  oneOf,
  words,
  type AddressField,
  type AddressValues,
} from '#lib/browser/address-state.ts'
import { loading } from '#lib/browser/call/loading.ts'
import { staffCall } from '#lib/browser/staff/staff-call.ts'
import { indianDay } from '#lib/both/time/clock.ts'
import { monthOf, moveMonth } from '#lib/both/time/days.ts'
import { saleMethods, type SaleMethod } from '../../receipts/receipt.rules.ts'
import * as checks from './checks.contract.ts'
import * as gstCalls from './gst.contract.ts'
import * as contracts from './money.contract.ts'
import {
  orderStates,
  paymentStates,
  refundStates,
  type OrderState,
  type PaymentState,
  type RefundState,
} from './money.rules.ts'

/** Money in the console: what the address asks for, and what came of it. */

/** Months that can be chosen: a return can be put right for longer than a year after it. */
const MONTHS = 36

const thisMonth = monthOf(indianDay(Date.now()))

/** This month, then those before it. */
export const months = Array.from({ length: MONTHS }, (_, index) => moveMonth(thisMonth, -index))

const place: AddressField<string> = {
  fallback: '',
  read: (text) => (/^\d{1,15}-\d{1,10}$/.test(text) ? text : undefined),
}

const schema = {
  tab: oneOf('payments', 'orders', 'refunds', 'receipts', 'notes', 'look', 'gst'),
  words: words(),
  /** States have names of their own in each list. */
  payment: oneOf('', ...(Object.keys(paymentStates) as PaymentState[])),
  order: oneOf('', ...(Object.keys(orderStates) as OrderState[])),
  refund: oneOf('', ...(Object.keys(refundStates) as RefundState[])),
  provider: oneOf('', 'razorpay', 'desk', 'free', 'sandbox'),
  method: oneOf('', ...(Object.keys(saleMethods) as SaleMethod[])),
  from: day(),
  to: day(),
  course: number(0, 0),
  learner: number(0, 0),
  after: place,
  days: oneOf('30', '90', '365'),
  month: oneOf(thisMonth, ...months),
}

type Values = AddressValues<typeof schema>

const whole = addressState(schema)

/** The button that clears the filters leaves the tab as it is. */
export const address = {
  ...whole,
  clear: () =>
    whole.set({ words: '', course: 0, payment: '', order: '', refund: '', provider: '', method: '', from: '', to: '' }),
}

/** What all of the lists can be narrowed to. */
type Asked = Partial<
  Record<'words' | 'provider' | 'from' | 'to' | 'after', string> & Record<'course' | 'learner', number>
>

export interface PaymentsAsked extends Asked {
  status?: PaymentState
  method?: SaleMethod
}

/** What was filled in. */
const given = (filters: Record<string, string | number>) =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== '' && value !== 0))

/** As the server takes a search: two letters or digits, or `#` with a number. Fewer are not searched. */
const isEnough = (text: string) => /[\p{L}\p{N}][^]*[\p{L}\p{N}]|^#\s?\d/u.test(text)

const shared = ({ words: typed, provider, from, to, course, learner, after }: Values): Asked =>
  given({ words: isEnough(typed) ? typed : '', provider, from, to, course, learner, after })

/** What each list is asked for, of what stands in the address. */
export const asked = {
  payments: (values: Values): PaymentsAsked => ({
    ...shared(values),
    ...(values.payment && { status: values.payment }),
    ...(values.method && { method: values.method }),
  }),
  orders: (values: Values) => ({ ...shared(values), ...(values.order && { status: values.order }) }),
  refunds: (values: Values) => ({ ...shared(values), ...(values.refund && { status: values.refund }) }),
  notes: shared,
  /** Filters of a register: it has all documents of these days and this course. */
  register: ({ from, to, course }: Values): Pick<Asked, 'from' | 'to' | 'course'> => given({ from, to, course }),
  receipts: (values: Values) => ({ ...shared(values), ...(values.method && { method: values.method }) }),
}

export const payments = loading((query: PaymentsAsked, signal) => staffCall(contracts.listPayments, { query, signal }))
/** All courses, to choose one of. */
export const courseTitles = loading((_: undefined, signal) => staffCall(listCourseTitles, { signal }), {
  keeps: 'instead',
})

export const orders = loading((query: Asked & { status?: OrderState }, signal) =>
  staffCall(contracts.listOrders, { query, signal }),
)
export const refunds = loading((query: Asked & { status?: RefundState }, signal) =>
  staffCall(contracts.listRefunds, { query, signal }),
)
/** Refunds with a credit note. */
export const notes = loading((query: Asked, signal) =>
  staffCall(contracts.listRefunds, { query: { ...query, credit_note: 'with' as const }, signal }),
)
export const receipts = loading((query: Asked & { method?: SaleMethod }, signal) =>
  staffCall(contracts.listReceipts, { query, signal }),
)
export const mismatches = loading((days: number, signal) =>
  staffCall(checks.listMismatches, { query: { days }, signal }),
)
export const gst = loading((month: string, signal) => staffCall(gstCalls.getGst, { query: { month }, signal }))
