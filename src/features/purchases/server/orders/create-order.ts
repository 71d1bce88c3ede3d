import type { LearnerContext } from '#core/context.ts'
import type { InputOf } from '#lib/both/calls/endpoint.ts'
import { conflict, forbidden, notFound } from '#lib/both/calls/errors.ts'
import { formatInr, paiseOf } from '#lib/both/money.ts'
import type { createOrder as contract } from '../../purchases.contract.ts'
import { agreedPrice, type Agreed } from '../../purchases.rules.ts'
import { billingState } from '../../receipts/server/billing-state.ts'
import { note } from '../payments/events.ts'
import { checkoutOf, openOrder, type Wanted } from './orders.ts'

/**
 * Makes the order of a course (document 1, section 4, 'Payment'). The price is the server's; the caller says what the
 * learner saw, and another price is refused.
 * @throws forbidden when buyer_id is somebody else
 * @throws notFound 'No course found'
 * @throws conflict already_purchased, price_changed
 * @throws ApiError 503 'Failed to create order.'
 */
export async function createOrder(ctx: LearnerContext, { body }: Pick<InputOf<typeof contract>, 'body'>) {
  if (body.buyer_id !== ctx.user.id) throw forbidden('You can buy only for yourself')
  const course = await readCourse(ctx, body.content)
  if (course.enrolment_id !== null) throw conflict('You already have this course.', 'already_purchased')
  const agreed = agreedPrice(course)
  if (paiseOf(body.price_gst) !== agreed.total_paise || paiseOf(body.price) !== agreed.offer_paise) {
    throw conflict(
      `The price of this course has changed. It is now ${formatInr(agreed.total_paise)} including GST.`,
      'price_changed',
    )
  }
  const purchaseId = await pendingPurchase(ctx, course.id, agreed)
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

async function readCourse({ db, user }: LearnerContext, courseId: number) {
  const course = await db
    .selectFrom('courses')
    .leftJoin('enrolments', (join) =>
      join.onRef('enrolments.course_id', '=', 'courses.id').on('enrolments.user_id', '=', user.id),
    )
    .where('courses.id', '=', courseId)
    .where('courses.retired', '=', 0)
    .select([
      'courses.id',
      'courses.title',
      'courses.price_paise',
      'courses.offer_price_paise',
      'courses.gst_percent',
      'enrolments.id as enrolment_id',
    ])
    .executeTakeFirst()
  if (!course) throw notFound('No course found')
  return course
}

/** The learner's purchase of the course that is not paid yet, at today's price; two tabs share it. */
async function pendingPurchase(ctx: LearnerContext, courseId: number, agreed: Agreed): Promise<number> {
  const now = ctx.now()
  return ctx.db.transaction().execute(async (tx) => {
    const added = await tx
      .insertInto('purchases')
      .values({
        user_id: ctx.user.id,
        course_id: courseId,
        ...agreed,
        payment_status: 'pending',
        sale_staff: null,
        created_at: now,
      })
      .onConflict((conflicting) => conflicting.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (added) {
      await note(tx, now, { purchaseId: added.id, source: 'learner', kind: 'purchase.begun', detail: { ...agreed } })
      return added.id
    }
    const { id } = await tx
      .updateTable('purchases')
      .set(agreed)
      .where('user_id', '=', ctx.user.id)
      .where('course_id', '=', courseId)
      .where('payment_status', '=', 'pending')
      .returning('id')
      .executeTakeFirstOrThrow(() => conflict('You already have this course.', 'already_purchased'))
    return id
  })
}
