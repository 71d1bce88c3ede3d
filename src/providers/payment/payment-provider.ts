/** A payment as its provider tells it. Amounts are whole paise. */
export interface ProviderPayment {
  id: string
  /** The provider's id of the order it was made for. */
  orderId: string
  amountPaise: number
  currency: string
  /** Only 'captured' is money. 'authorized' is held and can be captured; 'created' is under way. */
  status: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed'
  /** When the payer paid, where the provider tells it; the bank may take its time to confirm. */
  paidAt?: number
  /** What went back of it so far, where the provider tells it. */
  refundedPaise?: number
  /** What the provider says of a failure. */
  error?: string
}

export interface ProviderRefund {
  id: string
  status: 'pending' | 'processed' | 'failed'
  /** Where the provider tells it. */
  amountPaise?: number
  /** Our name of it, as the provider was given it. */
  receipt?: string
}

/** What a webhook told. */
export interface ProviderEvent {
  /** The same for every delivery of the event. */
  id: string
  /** The provider's name of it, 'payment.captured'. */
  kind: string
  payment?: ProviderPayment
  refund?: ProviderRefund & { paymentId: string }
}

/** What the browser needs to open the provider's checkout. */
interface CheckoutSettings {
  /** Address of the script that the provider serves. */
  script: string
  /** Name of the constructor that the script defines on window. */
  global: string
  /** The public key. */
  key: string
}

/** The provider did not do what was asked. */
export class PaymentProviderError extends Error {
  override name = 'PaymentProviderError'
  /** True when nobody knows whether it was done, or asking again may help: no answer, an overload, a fault of theirs. */
  readonly passing: boolean

  constructor(message: string, passing: boolean) {
    super(message)
    this.passing = passing
  }
}

/** A webhook whose signature is wrong or whose body makes no sense. */
export class BadWebhook extends Error {
  override name = 'BadWebhook'
}

/**
 * A payment provider. Calls that reach out throw PaymentProviderError; none is made inside a database transaction.
 */
export interface PaymentProvider {
  /** As it is stored: 'sandbox', 'razorpay'. */
  name: string
  /** As people read it: 'Razorpay'. */
  label: string
  checkout: CheckoutSettings
  /** Makes an order; the same receipt gives the same order, however often it is asked. @returns the provider's id of it */
  createOrder: (order: { receipt: string; amountPaise: number; notes: Record<string, string> }) => Promise<string>
  /** True when the provider signed that the payment was made for the order. */
  verifySignature: (orderId: string, paymentId: string, signature: string) => Promise<boolean>
  /** @returns undefined when the provider does not know it */
  fetchPayment: (paymentId: string) => Promise<ProviderPayment | undefined>
  paymentsOf: (orderId: string) => Promise<ProviderPayment[]>
  /** Turns held money into money. Capturing twice is harmless. */
  capture: (payment: ProviderPayment) => Promise<ProviderPayment>
  /**
   * Sends all of a payment back, or a part. The same key, with the same of everything else, never refunds twice.
   * @param receipt our name of it, which webhooks tell
   */
  refund: (paymentId: string, amountPaise: number, key: string, receipt?: string) => Promise<ProviderRefund>
  /** @param body the raw bytes; the signature covers them. @throws BadWebhook */
  readWebhook: (body: Uint8Array, headers: Headers) => Promise<ProviderEvent>
  /** Tells a provider that runs inside this process where the server listens. @returns a function that ends its work */
  listening?: (origin: string) => () => void
}
