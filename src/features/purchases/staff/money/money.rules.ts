import type { StaffRole } from '#lib/both/staff-roles.ts'

/** Who keeps the books: they see all money, and send it back. */
export const bookkeepers: readonly StaffRole[] = ['owner', 'accountant']

/** States of orders, payments and refunds, as the console names them. */

/** States of a payment that was refunded or is to be refunded, and of its order. */
const refundedStates = {
  partly_refunded: 'Partly refunded',
  refund_due: 'Refund due',
  refunding: 'Refund in progress',
  refunded: 'Refunded',
  refund_failed: 'Refund failed',
} as const

export const orderStates = {
  open: 'Not paid yet',
  paid: 'Paid',
  ...refundedStates,
  lapsed: 'Lapsed',
} as const
export type OrderState = keyof typeof orderStates

export const paymentStates = { granted: 'Paid', ...refundedStates } as const
export type PaymentState = keyof typeof paymentStates

export const refundStates = { requested: 'In progress', done: 'Refunded', failed: 'Failed' } as const
export type RefundState = keyof typeof refundStates

/** What needs a person to look, and what it is about. */
export const mismatchKinds = {
  'paid, not granted': 'The provider told of this money, and nothing came of it here',
  'unknown order': 'The provider told of money of an order that is none of ours',
  'other amount': 'What was kept is not what the order asks for',
  'refund failed': 'The provider did not send the money back',
  'refund hangs': 'The provider has not said for two days whether the money went back',
  'refunded outside': 'Somebody sent money back with the provider, not from here',
  'paid twice': 'The same learner paid the same twice within three days, and both were kept',
} as const
export type MismatchKind = keyof typeof mismatchKinds

/** Days that the look for mismatches goes back. */
export const LOOKS_BACK = [30, 90, 365] as const

/** Rows of mismatches that are shown, the newest. */
export const MOST_MISMATCHES = 200
