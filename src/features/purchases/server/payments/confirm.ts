import type { Services } from '#core/context.ts'
import { PaymentProviderError, type ProviderPayment } from '#providers/payment/payment-provider.ts'
import type { PaymentOutcome } from '../../purchases.contract.ts'
import type { PaymentEventsTable } from '../../purchases.tables.ts'
import { note } from './events.ts'
import { settle, type Order } from './settle.ts'

export type Confirming = Pick<Services, 'db' | 'now' | 'log' | 'payments' | 'config' | 'site'>

/** An order with what asking about it needs. */
export type AskedOrder = Order & { provider_order_id: string | null; status: 'open' | 'paid' | 'lapsed' }

/**
 * Asks the provider what became of an order, captures money that is only held, and settles what was captured.
 * @returns 'pending' while the provider has not said, or cannot be asked; 'failed' when nothing was paid so far
 */
export async function confirm(
  services: Confirming,
  order: AskedOrder,
  source: PaymentEventsTable['source'],
): Promise<PaymentOutcome> {
  if (order.provider_order_id === null || order.provider !== services.payments.name) return 'failed'
  try {
    return await confirmAll(services, order, await services.payments.paymentsOf(order.provider_order_id), source)
  } catch (error) {
    return unanswered(services, order, source, error)
  }
}

/**
 * The same for one payment that the caller names. A payment of another order changes nothing.
 */
export async function confirmPayment(
  services: Confirming,
  order: AskedOrder,
  paymentId: string,
  source: PaymentEventsTable['source'],
): Promise<PaymentOutcome> {
  if (order.provider_order_id === null || order.provider !== services.payments.name) return 'failed'
  try {
    const payment = await services.payments.fetchPayment(paymentId)
    if (!payment || payment.orderId !== order.provider_order_id) return 'failed'
    return await confirmAll(services, order, [payment], source)
  } catch (error) {
    return unanswered(services, order, source, error)
  }
}

async function confirmAll(
  services: Confirming,
  order: AskedOrder,
  payments: ProviderPayment[],
  source: PaymentEventsTable['source'],
): Promise<PaymentOutcome> {
  let outcome: PaymentOutcome = 'failed'
  for (const payment of payments) {
    const now = await captured(services, order, payment, source)
    if (now.status === 'captured') {
      const settled = await settle(services, order, now, source)
      if (settled === 'granted' || outcome !== 'granted') outcome = settled
    } else if ((now.status === 'authorized' || now.status === 'created') && outcome === 'failed') outcome = 'pending'
  }
  return outcome
}

/** Captures money that is held. Of an order that was paid it is left to fall back to the learner. */
async function captured(
  { payments, db, now }: Confirming,
  order: AskedOrder,
  payment: ProviderPayment,
  source: PaymentEventsTable['source'],
): Promise<ProviderPayment> {
  const fits = payment.amountPaise === order.amount_paise && payment.currency === 'INR'
  if (payment.status !== 'authorized' || order.status === 'paid' || !fits) return payment
  const result = await payments.capture(payment)
  await note(db, now(), {
    purchaseId: order.purchase_id,
    orderId: order.id,
    source,
    kind: 'payment.captured',
    detail: { payment: payment.id },
  })
  return result
}

async function unanswered(
  { db, now, log }: Confirming,
  order: AskedOrder,
  source: PaymentEventsTable['source'],
  error: unknown,
): Promise<PaymentOutcome> {
  if (!(error instanceof PaymentProviderError)) throw error
  log.warn({ err: error, order: order.id }, 'payment provider did not say what became of an order')
  await note(db, now(), {
    purchaseId: order.purchase_id,
    orderId: order.id,
    source,
    kind: 'provider.unanswered',
    detail: { message: error.message },
  })
  return 'pending'
}
