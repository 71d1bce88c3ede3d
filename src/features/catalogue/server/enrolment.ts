import type { LearnerContext } from '#core/context.ts'
import { notFound } from '#lib/both/calls/errors.ts'
import { courseStatus } from '../catalogue.rules.ts'

/** What a course that is not active answers (document 2, section 4). */
export const NOT_PURCHASED = 'This feature is available for purchased course'

/** The status of a course that is joined with a learner's enrolment, or with none. */
export function joinedStatus({ valid_until }: { valid_until: number | null }, now: number) {
  return courseStatus(valid_until === null ? undefined : { valid_until }, now)
}

/**
 * What a course is to the learner now. One statement.
 * @throws notFound when there is no such course; one that left the catalogue stays with those who bought it
 */
export async function courseStatusFor({ db, user, now }: LearnerContext, courseId: number) {
  const course = await db
    .selectFrom('courses')
    .leftJoin('enrolments', (join) =>
      join.onRef('enrolments.course_id', '=', 'courses.id').on('enrolments.user_id', '=', user.id),
    )
    .select(['courses.id', 'enrolments.valid_until'])
    .where('courses.id', '=', courseId)
    .where((where) => where.or([where('courses.retired', '=', 0), where('enrolments.id', 'is not', null)]))
    .executeTakeFirst()
  if (!course) throw notFound('No course found')
  return joinedStatus(course, now())
}
