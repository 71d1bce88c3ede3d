import type { Services } from '#core/context.ts'
import { ApiError, conflict, notFound } from '#lib/both/calls/errors.ts'
import { formatInr } from '#lib/both/money.ts'
import { PaymentProviderError, type ProviderPayment } from '#providers/payment/payment-provider.ts'

/** What the provider says otherwise than our rows. */
export interface Difference {
  /** The provider's id of the payment. */
  payment: string
  /** In words. */
  says: string
}

type Asking = Pick<Services, 'db' | 'payments'>

/**
 * Asks the provider about one payment of ours. Changes nothing.
 * @returns what differs; nothing when all is as it should be
 * @throws notFound when there is no such payment
 * @throws conflict when no provider took it, or another than that of the settings
 * @throws ApiError 502 when the provider does not answer
 */
export async function askAboutPayment({ db, payments }: Asking, paymentId: number): Promise<Difference[]> {
  const ours = await db
    .selectFrom('payments')
    .leftJoin('payment_orders', 'payment_orders.id', 'payments.order_id')
    .where('payments.id', '=', paymentId)
    .select(({ selectFrom }) => [
      'payments.provider',
      'payments.provider_payment_id',
      'payments.amount_paise',
      'payments.status',
      'payment_orders.provider_order_id',
      selectFrom('payment_refunds')
        .whereRef('payment_refunds.payment_id', '=', 'payments.id')
        .where('payment_refunds.status', '=', 'done')
        .select(({ fn }) => fn.sum<number | null>('payment_refunds.amount_paise').as('paise'))
        .as('refunded_paise'),
    ])
    .executeTakeFirst()
  if (!ours) throw notFound(`There is no payment ${paymentId}`)
  mustBe(payments.name, ours.provider)
  const theirs = await answered(payments.fetchPayment(ours.provider_payment_id))
  const payment = ours.provider_payment_id
  if (!theirs) return [{ payment, says: 'does not know it' }]
  const refunded = ours.refunded_paise ?? (ours.status === 'refunded' ? ours.amount_paise : 0)
  return [
    ...(theirs.amountPaise === ours.amount_paise && theirs.currency === 'INR'
      ? []
      : [`took ${amountOf(theirs)}, not ${formatInr(ours.amount_paise)}`]),
    ...(theirs.orderId === ours.provider_order_id
      ? []
      : [`has it for order ${theirs.orderId}, not ${ours.provider_order_id}`]),
    ...(isMoney(theirs) ? [] : [`calls it ${theirs.status}`]),
    ...(theirs.refundedPaise === undefined || theirs.refundedPaise === refunded
      ? []
      : [`sent ${formatInr(theirs.refundedPaise)} of it back, not ${formatInr(refunded)}`]),
  ].map((says) => ({ payment, says }))
}

/**
 * The same of all payments of an order, and of money that the provider took for it and of which we know nothing.
 * @throws as askAboutPayment
 */
export async function askAboutOrder(asking: Asking, orderId: number): Promise<Difference[]> {
  const { db, payments } = asking
  const order = await db
    .selectFrom('payment_orders')
    .where('id', '=', orderId)
    .select(['provider', 'provider_order_id'])
    .executeTakeFirst()
  if (!order) throw notFound(`There is no order ${orderId}`)
  mustBe(payments.name, order.provider)
  // The provider was never told of it.
  if (order.provider_order_id === null) return []
  const theirs = await answered(payments.paymentsOf(order.provider_order_id))
  const ours = await db
    .selectFrom('payments')
    .where('order_id', '=', orderId)
    .select(['id', 'provider_payment_id'])
    .orderBy('id')
    .execute()
  const unknown = theirs
    .filter((payment) => isMoney(payment) && !ours.some((known) => known.provider_payment_id === payment.id))
    .map((payment) => ({ payment: payment.id, says: `took ${amountOf(payment)}, of which we know nothing` }))
  const differing: Difference[] = []
  for (const { id } of ours) differing.push(...(await askAboutPayment(asking, id)))
  return [...unknown, ...differing]
}

const isMoney = ({ status }: ProviderPayment) => status === 'captured' || status === 'refunded'

const amountOf = ({ amountPaise, currency }: ProviderPayment) =>
  currency === 'INR' ? formatInr(amountPaise) : `${amountPaise / 100} ${currency}`

/** @throws conflict */
function mustBe(settings: string, provider: string): void {
  if (provider === 'free') throw conflict('This course was free: no provider took money', 'conflict')
  if (provider === 'desk') throw conflict('This was paid at the desk: there is nobody to ask', 'conflict')
  if (provider !== settings)
    throw conflict(`${provider} took this, and the settings here are those of ${settings}`, 'conflict')
}

/** @throws ApiError 502 */
async function answered<Answer>(asked: Promise<Answer>): Promise<Answer> {
  try {
    return await asked
  } catch (error) {
    if (!(error instanceof PaymentProviderError)) throw error
    throw new ApiError(502, `The payment provider does not answer: ${error.message}`)
  }
}
