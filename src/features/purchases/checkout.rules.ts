/**
 * The till as one machine (document 1, section 4, 'Payment'). A failed try keeps the provider's window open, and a later
 * success in the same window counts; what the provider confirms counts wherever the learner stands.
 */

/**
 * 'ordering': the order is being made. 'paying': the provider's window is open. 'verifying': the window said that it was
 * paid. 'confirming': the provider has not said yet what became of the payment.
 */
export type Step = 'idle' | 'ordering' | 'paying' | 'verifying' | 'confirming' | 'done'

export type Happening =
  | 'buy'
  /** The order is made and the window is open. */
  | 'opened'
  /** There is no order, or no window. */
  | 'refused'
  /** Of the window. */
  | 'declined'
  | 'paid'
  | 'dismissed'
  /** What the server says became of the payment. */
  | 'granted'
  | 'pending'
  | 'nothing'
  /** The server did not say, or says that the window was wrong. */
  | 'unclear'

const steps: Record<Happening, Partial<Record<Step, Step>>> = {
  buy: { idle: 'ordering' },
  opened: { ordering: 'paying' },
  refused: { ordering: 'idle' },
  declined: {},
  // Also after a dismissal: providers tell of a success that late.
  paid: { idle: 'verifying', ordering: 'verifying', paying: 'verifying', confirming: 'verifying' },
  dismissed: { paying: 'idle' },
  granted: { idle: 'done', ordering: 'done', paying: 'done', verifying: 'done', confirming: 'done' },
  // Whoever is at the checkout again is left there.
  pending: { idle: 'confirming', verifying: 'confirming' },
  nothing: { confirming: 'idle' },
  unclear: { verifying: 'confirming' },
}

/** Where the till stands after something happened; what makes no sense at that step changes nothing. */
export function nextStep(step: Step, happening: Happening): Step {
  return steps[happening][step] ?? step
}

/** Milliseconds until the server is asked again about a payment that it was asked about `times` times. */
export function askAgainIn(times: number): number {
  return Math.min(30_000, Math.round(2000 * 1.5 ** times))
}

/** After so many questions the learner is told that it takes longer than usual: about half a minute. */
export const LONG = 5

/** Every text of the specification for a payment (document 1, section 8). */
export const messages = {
  badOrder: 'Invalid order details received from server.',
  failed: (provider: string) => `Payment failed from ${provider} Please try again.`,
  cancelled: 'Payment was cancelled.',
  notVerified: 'Payment verification failed.',
  verifyError: 'Failed to verify payment.',
  orderError: 'Failed to create order.',
  scriptError: (provider: string) =>
    `The checkout of ${provider} failed to load. Please check your connection and try again.`,
  error: 'Something went wrong.',
} as const

/** The reference of a payment that did not come about (document 1, section 9). */
export const FAILED_REFERENCE = '404'
