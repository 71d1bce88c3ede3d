import type { LearnerContext } from '#core/context.ts'
import type { InputOf } from '#lib/both/calls/endpoint.ts'
import { conflict, forbidden } from '#lib/both/calls/errors.ts'
import { formatInr, paiseOf } from '#lib/both/money.ts'
import type { createOrder as contract } from '../../purchases.contract.ts'
import { agreedPrice } from '../../purchases.rules.ts'
import { billingState } from '../../receipts/server/billing-state.ts'
import { addPendingPurchase, alreadyPurchased, readCourseOnSale } from './pending-purchase.ts'
import { checkoutOf, openOrder, type Wanted } from './orders.ts'

/**
 * Makes the order of a course (document 1, section 4, 'Payment'). The price is the server's; the caller says what the
 * learner saw, and another price is refused.
 * @throws forbidden when buyer_id is somebody else
 * @throws notFound 'No course found'
 * @throws conflict already_purchased, price_changed, free_course
 * @throws ApiError 503 'Failed to create order.'
 */
export async function createOrder(ctx: LearnerContext, { body }: Pick<InputOf<typeof contract>, 'body'>) {
  if (body.buyer_id !== ctx.user.id) throw forbidden('You can buy only for yourself')
  const course = await readCourseOnSale(ctx.db, ctx.user.id, body.content)
  if (course.enrolment_id !== null) throw alreadyPurchased()
  const agreed = agreedPrice(course)
  if (paiseOf(body.price_gst) !== agreed.total_paise || paiseOf(body.price) !== agreed.offer_paise) {
    throw conflict(
      `The price of this course has changed. It is now ${formatInr(agreed.total_paise)} including GST.`,
      'price_changed',
    )
  }
  if (agreed.total_paise === 0) throw conflict('This course is free: it needs no payment.', 'free_course')
  const purchaseId = await ctx.db
    .transaction()
    .execute((tx) => addPendingPurchase(tx, ctx.now(), { userId: ctx.user.id, courseId: course.id, agreed }))
  const wanted: Wanted = {
    purchaseId,
    kind: 'purchase',
    amountPaise: agreed.total_paise,
    agreed,
    buyerState: await billingState(ctx.db, ctx.now(), { userId: ctx.user.id, given: body.state }),
    description: course.title,
  }
  const order_id = await openOrder(ctx, wanted)
  return {
    status: true,
    success: true,
    message: 'Order created',
    order_id,
    transactionid: purchaseId,
    checkout: await checkoutOf(ctx, wanted),
  }
}
