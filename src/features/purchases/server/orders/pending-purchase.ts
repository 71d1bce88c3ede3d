import type { Db } from '#db/database.ts'
import { conflict, notFound } from '#lib/both/calls/errors.ts'
import type { Agreed } from '../../purchases.rules.ts'
import { note } from '../payments/events.ts'

/** Reads a course that is sold, with the learner's enrolment in it. @throws notFound 'No course found' */
export async function readCourseOnSale(db: Db, userId: number, courseId: number) {
  const course = await db
    .selectFrom('courses')
    .leftJoin('enrolments', (join) =>
      join.onRef('enrolments.course_id', '=', 'courses.id').on('enrolments.user_id', '=', userId),
    )
    .where('courses.id', '=', courseId)
    .where('courses.retired', '=', 0)
    .select([
      'courses.id',
      'courses.title',
      'courses.price_paise',
      'courses.offer_price_paise',
      'courses.gst_percent',
      'courses.validity_days',
      'enrolments.id as enrolment_id',
    ])
    .executeTakeFirst()
  if (!course) throw notFound('No course found')
  return course
}

/**
 * Adds the learner's purchase of a course that is not paid yet, at today's price; two tabs share it.
 * @returns its id
 * @throws conflict already_purchased
 */
export async function addPendingPurchase(
  tx: Db,
  now: number,
  { userId, courseId, agreed }: { userId: number; courseId: number; agreed: Agreed },
): Promise<number> {
  const added = await tx
    .insertInto('purchases')
    .values({
      user_id: userId,
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
    .where('user_id', '=', userId)
    .where('course_id', '=', courseId)
    .where('payment_status', '=', 'pending')
    .returning('id')
    .executeTakeFirstOrThrow(alreadyPurchased)
  return id
}

export const alreadyPurchased = () => conflict('You already have this course.', 'already_purchased')
