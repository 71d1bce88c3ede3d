import type { Db } from '#db/database.ts'
import { getEndAfterRevocation } from '../periods/access.rules.ts'
import { revokedIn, revokePeriods } from '../periods/change-access.ts'
import { readPeriods } from '../periods/known-periods.ts'

interface PaidAccess {
  userId: number
  /** Course that was paid. */
  courseId: number
  paymentId: number
}

/**
 * Revokes what a payment granted: its periods of the course, and those that were moved to other courses.
 * @returns whether a course ends earlier than before
 */
export async function revokePayment(
  tx: Db,
  now: number,
  { userId, courseId, paymentId }: PaidAccess,
): Promise<boolean> {
  let endsEarlier = false
  for (const course of await listCourses(tx, { courseId, paymentId })) {
    const revoked = await revokePeriods(tx, { userId, courseId: course }, now, { by: 'refund', paymentId })
    if (revoked && revoked.until < revoked.before) endsEarlier = true
  }
  return endsEarlier
}

/** A course as it would be after a payment is refunded in full. */
export interface CourseAfterRefund {
  id: number
  title: string
  valid_until: number
  /** End after the refund; null when the course ends at once. */
  valid_until_after: number | null
}

/** Shows what `revokePayment` would do now. Courses that are not open are left out. */
export async function previewRevocation(
  db: Db,
  now: number,
  { userId, courseId, paymentId }: PaidAccess,
): Promise<CourseAfterRefund[]> {
  const courses: CourseAfterRefund[] = []
  for (const id of await listCourses(db, { courseId, paymentId })) {
    const enrolment = await db
      .selectFrom('enrolments')
      .innerJoin('courses', 'courses.id', 'enrolments.course_id')
      .select(['courses.title', 'enrolments.valid_until', 'enrolments.created_at'])
      .where('enrolments.user_id', '=', userId)
      .where('enrolments.course_id', '=', id)
      .executeTakeFirst()
    if (!enrolment || enrolment.valid_until < now) continue
    const { title, valid_until: current } = enrolment
    const { periods } = await readPeriods(db, { userId, courseId: id }, { enrolment, now })
    const left = revokedIn(periods, now, paymentId)
    const isChanged = left.some((period, index) => period !== periods[index])
    const end = isChanged ? getEndAfterRevocation(left, { current, now }) : current
    courses.push({ id, title, valid_until: current, valid_until_after: end < now ? null : end })
  }
  return courses
}

/** The course that was paid, and courses to which days of the payment were moved. */
async function listCourses(db: Db, { courseId, paymentId }: Pick<PaidAccess, 'courseId' | 'paymentId'>) {
  const moved = await db
    .selectFrom('access_periods')
    .select('course_id')
    .distinct()
    .where('payment_id', '=', paymentId)
    .where('course_id', '!=', courseId)
    .orderBy('course_id')
    .execute()
  return [courseId, ...moved.map(({ course_id }) => course_id)]
}
