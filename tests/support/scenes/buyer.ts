import { chargedPrices, notePastPrices } from '#features/purchases/server/past-prices.ts'
import {
  createOrder,
  getBuying,
  initiateRenewal,
  storeRenewal,
  verifyPayment,
} from '#features/purchases/purchases.contract.ts'
import { sweepOrders } from '#features/purchases/server/sweep.ts'
import { readRefundable } from '#features/purchases/staff/server/refund.ts'
import { sendRefunds } from '#features/purchases/server/refunds/refunds.ts'
import { webhookPath } from '#features/purchases/server/payments/webhook.ts'
import { rupees } from '#lib/both/money.ts'
import type { ProviderPayment } from '#providers/payment/payment-provider.ts'
import type { TestApi, TestLearner } from '../api/api.ts'
import { announceContent, seedCourse } from './catalogue-fixture.ts'

/** ₹1,000 and 18 % GST. */
export const PRICE = { price: 1000, price_gst: 1180 }

/** A learner at the till of a course of their own. */
export async function buyerOf(api: TestApi, given: { learner?: TestLearner; courseId?: number } = {}) {
  const learner = given.learner ?? (await api.learner())
  const { db } = api.services
  const courseId = given.courseId ?? (await seedCourse(db, { title: 'Course' })).id
  const caller = { token: learner.token }
  const buyer = {
    learner,
    courseId,
    caller,
    create: (more: Record<string, unknown> = {}) =>
      api.call(
        createOrder,
        {
          body: { buyer_id: learner.user.id, content: courseId, payment_mode: 'online_payment', ...PRICE, ...more },
        },
        caller,
      ),
    initiate: (transaction_id: number, more: Record<string, unknown> = {}) =>
      api.call(initiateRenewal, { body: { transaction_id, ...more } }, caller),
    /** What the checkout's handler posts. */
    post: (transactionid: number, payment: ProviderPayment, more: Record<string, unknown> = {}) =>
      api.call(
        verifyPayment,
        {
          body: {
            transaction_id: transactionid,
            amount: rupees(payment.amountPaise),
            reference_id: payment.id,
            gateway: 'Fakepay',
            status: 'success',
            order_id: payment.orderId,
            signature: api.payments.sign(payment.orderId, payment.id),
            ...more,
          },
        },
        caller,
      ),
    postRenewal: (transaction_id: number, payment: ProviderPayment) =>
      api.call(
        storeRenewal,
        {
          body: {
            transaction_id,
            order_id: payment.orderId,
            amount: rupees(payment.amountPaise),
            status: 'success',
            reference_id: payment.id,
            signature: api.payments.sign(payment.orderId, payment.id),
          },
        },
        caller,
      ),
    /** What a dismissed checkout posts. */
    dismiss: (transactionid: number, order_id: string, reference_id: 404 | '404' = '404') =>
      api.call(
        verifyPayment,
        {
          body: { transaction_id: transactionid, amount: 1180, reference_id, status: 'failed', order_id },
        },
        caller,
      ),
    state: async () => (await api.call(getBuying, { params: { courseId } }, caller)).body,
    enrolment: () =>
      db
        .selectFrom('enrolments')
        .where('user_id', '=', learner.user.id)
        .where('course_id', '=', courseId)
        .selectAll()
        .execute(),
    payments: () =>
      db
        .selectFrom('payments')
        .innerJoin('purchases', 'purchases.id', 'payments.purchase_id')
        .where('purchases.user_id', '=', learner.user.id)
        .where('purchases.course_id', '=', courseId)
        .selectAll('payments')
        .orderBy('payments.id')
        .execute(),
  }
  return buyer
}

export type Buyer = Awaited<ReturnType<typeof buyerOf>>

/** A content pack comes with another price of a course, in paise before GST; `offer` is what is asked instead. */
export async function reprice(
  api: TestApi,
  courseId: number,
  price: number,
  offer: number | null = null,
): Promise<void> {
  await api.services.db.transaction().execute(async (tx) => {
    const before = await chargedPrices(tx)
    await tx
      .updateTable('courses')
      .set({ price_paise: price, offer_price_paise: offer })
      .where('id', '=', courseId)
      .execute()
    await notePastPrices(tx, before, api.clock.now())
  })
  await announceContent(api.services.db)
}

/** Paise that can be refunded of a payment; what was paid of one that cannot be refunded. */
export async function readLeftPaise(api: TestApi, paymentId: number): Promise<number> {
  const { db } = api.services
  const payment = await db.selectFrom('payments').select('amount_paise').where('id', '=', paymentId).executeTakeFirst()
  return (
    (await readRefundable(db, api.clock.now(), paymentId).catch(() => undefined))?.left_paise ||
    (payment?.amount_paise ?? 100)
  )
}

/** The provider tells of a payment. */
export function tellWebhook(api: TestApi, payment: ProviderPayment, id?: string): Promise<Response> {
  return api.request(
    webhookPath,
    api.payments.webhook({ kind: `payment.${payment.status}`, payment, ...(id !== undefined && { id }) }),
  )
}

/** Everything that is due at this moment. */
export async function sweep(api: TestApi): Promise<void> {
  await sweepOrders(api.services)
  await sendRefunds(api.services)
}
