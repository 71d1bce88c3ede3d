import type { LearnerContext } from '#core/context.ts'
import type { InputOf } from '#lib/both/calls/endpoint.ts'
import { conflict, invalid, notFound } from '#lib/both/calls/errors.ts'
import { paiseOf } from '#lib/both/money.ts'
import type { PaymentOutcome, storeRenewal, verifyPayment as contract } from '../../purchases.contract.ts'
import { confirm, confirmPayment, type AskedOrder } from './confirm.ts'
import { note } from './events.ts'
import { receiptUrl } from './kept-payments.ts'
import { refundNote } from '../refunds/refund-note.ts'

type Body = InputOf<typeof storeRenewal>['body']

const messages: Record<PaymentOutcome, string> = {
  granted: 'Payment verified',
  pending: 'Your payment is being confirmed.',
  refunded: 'This payment cannot be used and is being refunded.',
  failed: 'Payment verification failed.',
}

/**
 * How the checkout of a purchase ended (document 1, section 4, 'Payment'). The browser's word counts for nothing: its
 * signature must be the provider's, and what was paid is asked of the provider.
 * @throws notFound when the transaction is not the learner's, or has no such order
 * @throws invalid reference_id, signature, amount
 */
export async function verifyPayment(ctx: LearnerContext, { body }: Pick<InputOf<typeof contract>, 'body'>) {
  return tell(ctx, body, 'purchase')
}

/** The same for a renewal. */
export async function storeRenewalPayment(ctx: LearnerContext, { body }: Pick<InputOf<typeof storeRenewal>, 'body'>) {
  return tell(ctx, body, 'renewal')
}

async function tell(ctx: LearnerContext, body: Body, kind: 'purchase' | 'renewal') {
  const { order, courseId } = await orderOf(ctx, body, kind)
  const outcome = body.status === 'failed' ? await dismissed(ctx, order, body) : await paid(ctx, order, body)
  const why = outcome === 'refunded' ? await whyRefunded(ctx, body.reference_id, courseId) : null
  // A payment that the checkout reports as failed has not succeeded while the provider is silent.
  const success = outcome === 'granted' || (outcome === 'pending' && body.status === 'success')
  return {
    status: success,
    success,
    message: why ?? messages[outcome],
    outcome,
    course_id: courseId,
    receipt_url: outcome === 'granted' ? await receiptOfOrder(ctx, order) : null,
  }
}

/** Where the receipt is of the payment of an order that was kept. */
async function receiptOfOrder({ db, config }: LearnerContext, order: AskedOrder): Promise<string | null> {
  const payment = await db
    .selectFrom('payments')
    .where('order_id', '=', order.id)
    .where('status', '=', 'granted')
    .select('id')
    .executeTakeFirst()
  return payment ? receiptUrl(config, order.purchase_id, payment.id) : null
}

/** What there is to say of a payment that goes back. */
async function whyRefunded(
  { db, payments, user }: LearnerContext,
  paymentId: string,
  courseId: number,
): Promise<string | null> {
  const payment = await db
    .selectFrom('payments')
    .innerJoin('purchases', 'purchases.id', 'payments.purchase_id')
    .where('payments.provider', '=', payments.name)
    .where('payments.provider_payment_id', '=', paymentId)
    .where('purchases.user_id', '=', user.id)
    .select('payments.reason')
    .executeTakeFirst()
  const why = await refundNote(db, { reason: payment?.reason ?? null, courseId, userId: user.id })
  return why && `${why} Your payment is being refunded.`
}

async function paid(ctx: LearnerContext, order: AskedOrder, body: Body): Promise<PaymentOutcome> {
  const { signature, reference_id: paymentId } = body
  if (paymentId === '') throw invalid({ reference_id: 'A successful payment needs its payment id' })
  const signed =
    signature === undefined
      ? undefined
      : await ctx.payments.verifySignature(order.provider_order_id ?? '', paymentId, signature)
  await note(ctx.db, ctx.now(), {
    purchaseId: order.purchase_id,
    orderId: order.id,
    source: 'learner',
    kind: 'checkout.success',
    detail: { payment: paymentId, signed: signed ?? 'without' },
  })
  if (signed === false) {
    ctx.log.warn({ order: order.id, payment: paymentId }, 'signature of a payment is wrong')
    throw invalid({ signature: 'Payment verification failed.' })
  }
  if (paiseOf(body.amount) !== order.amount_paise) {
    ctx.log.warn({ order: order.id, payment: paymentId, amount: body.amount }, 'amount of a payment differs')
    throw invalid({ amount: 'This is not the amount of the order' })
  }
  const outcome = await confirmPayment(ctx, order, paymentId, 'learner')
  if (outcome === 'pending') await askSoon(ctx, order)
  return outcome
}

/** A dismissal is no more than advice: money may have been captured all the same, or may be yet. */
async function dismissed(ctx: LearnerContext, order: AskedOrder, body: Body): Promise<PaymentOutcome> {
  await note(ctx.db, ctx.now(), {
    purchaseId: order.purchase_id,
    orderId: order.id,
    source: 'learner',
    kind: 'checkout.failed',
    detail: { reference: body.reference_id },
  })
  return confirm(ctx, order, 'learner')
}

/** The sweep asks on its next pass. */
async function askSoon({ db, now }: LearnerContext, order: AskedOrder): Promise<void> {
  await db
    .updateTable('payment_orders')
    .set({ check_at: now(), checks: 0 })
    .where('id', '=', order.id)
    .where('status', '=', 'open')
    .execute()
}

/** The order that the caller names, or the transaction's newest. */
async function orderOf({ db, user }: LearnerContext, body: Body, kind: 'purchase' | 'renewal') {
  let orders = db
    .selectFrom('payment_orders')
    .innerJoin('purchases', 'purchases.id', 'payment_orders.purchase_id')
    .where('purchases.id', '=', body.transaction_id)
    .where('purchases.user_id', '=', user.id)
    .where('payment_orders.kind', '=', kind)
  if (body.order_id !== undefined) orders = orders.where('payment_orders.provider_order_id', '=', body.order_id)
  const found = await orders
    .select([
      'payment_orders.id',
      'payment_orders.purchase_id',
      'payment_orders.kind',
      'payment_orders.amount_paise',
      'payment_orders.provider',
      'payment_orders.provider_order_id',
      'payment_orders.status',
      'purchases.course_id',
    ])
    .orderBy('payment_orders.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!found) throw notFound('There is no such order')
  if (found.provider_order_id === null) throw conflict('The order was not created.', 'not_created')
  const { course_id: courseId, ...order } = found
  return { order, courseId }
}
