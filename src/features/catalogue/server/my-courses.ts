import type { LearnerContext } from '#core/context.ts'
import { indianDate, isoTime } from '#lib/both/time/clock.ts'
import type { InputOf } from '#lib/both/calls/endpoint.ts'
import { pagedReply } from '#lib/both/calls/paging.ts'
import { listMyCourses as contract, type CourseCard } from '../catalogue.contract.ts'
import { courseStatus } from '../catalogue.rules.ts'
import { titleSearch } from './search/search-index.ts'

/** The learner's courses with their progress, newest purchase first; expired ones, and those no longer sold, too. */
export async function listMyCourses(ctx: LearnerContext, { query }: Pick<InputOf<typeof contract>, 'query'>) {
  const { search, category, current_page, per_page } = query
  const mine = await ctx.db
    .selectFrom('enrolments')
    .innerJoin('courses', 'courses.id', 'enrolments.course_id')
    .innerJoin('course_categories', 'course_categories.id', 'courses.category_id')
    .select([
      'courses.id',
      'courses.title',
      'courses.thumbnail',
      'courses.thumbnail_alt',
      'courses.lesson_count',
      'courses.category_id',
      'course_categories.label',
      'enrolments.valid_until',
    ])
    .where('enrolments.user_id', '=', ctx.user.id)
    .orderBy('enrolments.created_at', 'desc')
    .orderBy('enrolments.id', 'desc')
    .execute()
  // A learner has a few dozen courses at most. Searched here, because databases compare letters and not words.
  const matches = titleSearch(search)
  const kept = mine.filter((course) => matches(course.title) && (category === '' || course.category_id === category))
  const rows = kept.slice((current_page - 1) * per_page, current_page * per_page)
  const watched = await watchedChapters(
    ctx,
    rows.map((row) => row.id),
  )
  const now = ctx.now()
  const cards = rows.map((row): CourseCard => ({
    id: row.id,
    title: row.title,
    thumbnail: row.thumbnail,
    thumbnail_alt: row.thumbnail_alt,
    category_name: row.label,
    totalVideoCounts: row.lesson_count,
    watchedCounts: watched.get(row.id) ?? 0,
    purchased_status: courseStatus(row, now) === 'Active' ? 'Subscribed upto' : 'Expired On',
    validity: indianDate(row.valid_until),
    validity_iso: isoTime(row.valid_until),
  }))
  return { status: true, ...pagedReply(contract, { query }, cards, kept.length) }
}

/** How many chapters of each course the learner watched; chapters that left a course count no more. */
async function watchedChapters(ctx: LearnerContext, courseIds: number[]): Promise<Map<number, number>> {
  if (courseIds.length === 0) return new Map()
  const rows = await ctx.db
    .selectFrom('chapter_progress')
    .innerJoin('chapters', 'chapters.id', 'chapter_progress.chapter_id')
    .select(({ fn }) => ['chapter_progress.course_id', fn.countAll<number>().as('watched')])
    .where('chapter_progress.user_id', '=', ctx.user.id)
    .where('chapter_progress.course_id', 'in', courseIds)
    .where('chapter_progress.watched_at', 'is not', null)
    .where('chapters.retired', '=', 0)
    .groupBy('chapter_progress.course_id')
    .execute()
  return new Map(rows.map((row) => [row.course_id, row.watched]))
}

/** Ids of the courses that the learner has bought, also of those that have expired: they are renewed, not bought again. */
export async function listOwnedCourses({ db, user }: LearnerContext) {
  const rows = await db
    .selectFrom('enrolments')
    .where('user_id', '=', user.id)
    .select('course_id')
    .orderBy('course_id')
    .execute()
  return { status: true, data: rows.map(({ course_id }) => course_id) }
}
