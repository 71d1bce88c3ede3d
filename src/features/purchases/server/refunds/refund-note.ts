import type { Db } from '#db/database.ts'
import { formatInr } from '#lib/both/money.ts'
import { agreedPrice, type RefundReason } from '../../purchases.rules.ts'

/**
 * Why money goes back, in words for the learner who paid it, and what is asked now.
 * @returns null when there is no further reason to give
 */
export async function refundNote(
  db: Db,
  { reason, courseId, userId }: { reason: RefundReason | null; courseId: number; userId: number },
): Promise<string | null> {
  if (reason !== 'price_changed' && reason !== 'renewal_changed') return null
  const course = await db
    .selectFrom('courses')
    .leftJoin('enrolments', (join) =>
      join.onRef('enrolments.course_id', '=', 'courses.id').on('enrolments.user_id', '=', userId),
    )
    .where('courses.id', '=', courseId)
    .select([
      'courses.price_paise',
      'courses.offer_price_paise',
      'courses.gst_percent',
      'courses.retired',
      'enrolments.renewal_paise',
    ])
    .executeTakeFirstOrThrow()
  if (reason === 'renewal_changed') {
    const what = 'The amount due for this course changed before you paid.'
    return course.renewal_paise ? `${what} It is now ${formatInr(course.renewal_paise)}.` : what
  }
  const what = 'The price of this course changed more than 24 hours before you paid.'
  return course.retired
    ? `${what} The course is no longer sold.`
    : `${what} It is now ${formatInr(agreedPrice(course).total_paise)} including GST.`
}
