import type { StaffContext } from '#core/context.ts'
import { learnerNumbered } from '#features/auth/server/accounts.ts'
import { moneyReaders } from '#features/auth/staff/learner-roles.rules.ts'
import { progressPercent } from '#features/catalogue/catalogue.rules.ts'
import type { InputOf, ReplyOf } from '#lib/both/calls/endpoint.ts'
import type { listLearnerCourses as contract } from '../learner-courses.contract.ts'

/** Courses a page. */
const PAGE = 20

/** @throws notFound */
export async function listLearnerCourses(
  { db, now, staff }: StaffContext,
  { params: { id: userId }, query: { before } }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  await learnerNumbered(db, userId)
  const rows = await db
    .selectFrom('enrolments')
    .innerJoin('courses', 'courses.id', 'enrolments.course_id')
    .where('enrolments.user_id', '=', userId)
    .$if(before !== undefined, (query) => query.where('enrolments.id', '<', before!))
    .select(({ selectFrom, fn }) => {
      const own = selectFrom('chapter_progress as progress')
        .whereRef('progress.user_id', '=', 'enrolments.user_id')
        .whereRef('progress.course_id', '=', 'enrolments.course_id')
      return [
        'enrolments.id',
        'enrolments.course_id',
        'courses.title',
        'enrolments.created_at',
        'enrolments.valid_until',
        'enrolments.renewal_paise',
        'courses.lesson_count as chapters',
        // Chapters that left the course count no more.
        own
          .innerJoin('chapters', 'chapters.id', 'progress.chapter_id')
          .where('progress.watched_at', 'is not', null)
          .where('chapters.retired', '=', 0)
          .select(fn.countAll<number>().as('count'))
          .$asScalar()
          .$notNull()
          .as('watched'),
        own.select((progress) => progress.fn.max<number>('progress.viewed_at').as('last')).as('last_viewed_at'),
      ]
    })
    .orderBy('enrolments.id', 'desc')
    .limit(PAGE + 1)
    .execute()
  const shown = rows.slice(0, PAGE)
  const seesMoney = staff.roles.some((role) => moneyReaders.includes(role))
  return {
    data: shown.map((row) => ({
      ...row,
      open: row.valid_until >= now(),
      renewal_paise: seesMoney ? row.renewal_paise : null,
      progress: progressPercent(row.watched, row.chapters),
    })),
    next: rows.length > PAGE ? shown.at(-1)!.id : null,
  }
}
