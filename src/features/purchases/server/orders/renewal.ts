import type { LearnerContext } from '#core/context.ts'
import { owedPaise } from '#features/catalogue/catalogue.rules.ts'
import type { InputOf } from '#lib/both/calls/endpoint.ts'
import { conflict, notFound } from '#lib/both/calls/errors.ts'
import type { initiateRenewal as contract } from '../../purchases.contract.ts'
import { billingState } from '../../receipts/server/billing-state.ts'
import { checkoutOf, openOrder, type Wanted } from './orders.ts'

/**
 * Makes the order of what is left to pay of a course (document 1, section 4, 'Payment'; document 2, section 4, 'Course and
 * payment status').
 * @throws notFound when the transaction is not the learner's
 * @throws conflict nothing_to_pay
 * @throws ApiError 503 'Failed to create order.'
 */
export async function initiateRenewal(ctx: LearnerContext, { body }: Pick<InputOf<typeof contract>, 'body'>) {
  const purchase = await ctx.db
    .selectFrom('purchases')
    .innerJoin('courses', 'courses.id', 'purchases.course_id')
    .innerJoin('enrolments', (join) =>
      join
        .onRef('enrolments.course_id', '=', 'purchases.course_id')
        .onRef('enrolments.user_id', '=', 'purchases.user_id'),
    )
    .where('purchases.id', '=', body.transaction_id)
    .where('purchases.user_id', '=', ctx.user.id)
    .where('purchases.payment_status', '!=', 'pending')
    .select(['purchases.id', 'courses.title', 'enrolments.payment_status', 'enrolments.renewal_paise'])
    .executeTakeFirst()
  if (!purchase) throw notFound('There is no such purchase')
  const amountPaise = owedPaise(purchase)
  if (amountPaise === 0) {
    throw conflict('There is nothing left to pay for this course.', 'nothing_to_pay')
  }
  const wanted: Wanted = {
    purchaseId: purchase.id,
    kind: 'renewal',
    amountPaise,
    buyerState: await billingState(ctx.db, ctx.now(), { userId: ctx.user.id, given: body.state }),
    description: purchase.title,
  }
  const order_id = await openOrder(ctx, wanted)
  return {
    status: true,
    success: true,
    message: 'Order created',
    order_id,
    transaction_id: purchase.id,
    checkout: await checkoutOf(ctx, wanted),
  }
}
