import type { Config } from '../config.ts'
import type { PaymentProvider } from '#providers/payment/payment-provider.ts'
import { razorpay } from '#providers/payment/razorpay.ts'
import { sandbox, type SandboxSettings } from '#providers/payment/sandbox/sandbox.ts'

/** The provider that PAYMENT_PROVIDER names. readConfig has made sure that its settings are there. */
export function paymentProviderFor({ config, ...more }: { config: Config } & SandboxSettings): PaymentProvider {
  if (config.PAYMENT_PROVIDER === 'sandbox') return sandbox(more)
  const { RAZORPAY_KEY_ID: keyId, RAZORPAY_KEY_SECRET: keySecret, RAZORPAY_WEBHOOK_SECRET: webhookSecret } = config
  if (!keyId || !keySecret || !webhookSecret) throw new Error('The keys of Razorpay are not set')
  return razorpay({ keyId, keySecret, webhookSecret })
}
