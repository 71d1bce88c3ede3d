import type { LearnerContext } from '#core/context.ts'
import { courseStatus } from '#features/catalogue/catalogue.rules.ts'
import type { DashboardCounts } from '../dashboard.contract.ts'

/** Figures of the dashboard. Statements whose number does not depend on the number of courses. */
export async function getDashboardCounts(ctx: LearnerContext): Promise<DashboardCounts> {
  const [courses, watched, exams, workouts, questions] = await Promise.all([
    coursesOf(ctx),
    watchedVideos(ctx),
    examsOfCourses(ctx),
    publishedWorkouts(ctx),
    askedQuestions(ctx),
  ])
  const byCourse = <Row extends { course_id: number }>(rows: readonly Row[]) =>
    new Map(rows.map((row) => [row.course_id, row]))
  const [watchedOf, examsOf] = [byCourse(watched), byCourse(exams)]
  return {
    status: true,
    total_queries: questions,
    workout_count: Object.fromEntries(workouts.map(({ contenttype, count }) => [contenttype, count])),
    exam_summary: courses.flatMap(({ lesson_count: _, ...course }) => {
      const found = examsOf.get(course.content_id)
      if (!found) return []
      return { ...course, attempted_exam_count: Number(found.attempted), total_exam_count: found.total }
    }),
    per_course_video_watched: courses.flatMap(({ lesson_count: total_videos, ...course }) => {
      if (total_videos === 0) return []
      // A chapter that comes back after it left would otherwise count beyond the whole.
      const watched_count = Math.min(watchedOf.get(course.content_id)?.watched ?? 0, total_videos)
      return { ...course, watched_count, total_videos }
    }),
  }
}

/** The learner's courses: active ones first, among them the latest purchase. */
async function coursesOf({ db, user, now }: LearnerContext) {
  const rows = await db
    .selectFrom('enrolments')
    .innerJoin('courses', 'courses.id', 'enrolments.course_id')
    .select([
      'courses.id as content_id',
      'courses.title',
      'courses.thumbnail',
      'courses.lesson_count',
      'enrolments.valid_until',
    ])
    .where('enrolments.user_id', '=', user.id)
    .orderBy('enrolments.created_at', 'desc')
    .orderBy('enrolments.id', 'desc')
    .execute()
  const instant = now()
  return rows
    .map(({ valid_until, ...course }) => ({ ...course, active: courseStatus({ valid_until }, instant) === 'Active' }))
    .sort((a, b) => Number(b.active) - Number(a.active))
}

function watchedVideos({ db, user }: LearnerContext) {
  return db
    .selectFrom('chapter_progress')
    .innerJoin('chapters', 'chapters.id', 'chapter_progress.chapter_id')
    .select(({ fn }) => ['chapter_progress.course_id', fn.countAll<number>().as('watched')])
    .where('chapter_progress.user_id', '=', user.id)
    .where('chapter_progress.watched_at', 'is not', null)
    .where('chapters.retired', '=', 0)
    .groupBy('chapter_progress.course_id')
    .execute()
}

/** Exams of the learner's courses, and how many of them have an attempt that is over. */
function examsOfCourses({ db, user, now }: LearnerContext) {
  return db
    .selectFrom('enrolments')
    .innerJoin('exam_courses', 'exam_courses.course_id', 'enrolments.course_id')
    .innerJoin('exams', 'exams.id', 'exam_courses.exam_id')
    .leftJoin('chapters', 'chapters.id', 'exam_courses.chapter_id')
    .leftJoin(
      (from) =>
        from
          .selectFrom('attempts')
          .where('attempts.user_id', '=', user.id)
          .where((where) => where.or([where('status', '=', 'completed'), where('deadline_at', '<=', now())]))
          .select('attempts.exam_id')
          .distinct()
          .as('attempted'),
      (join) => join.onRef('attempted.exam_id', '=', 'exams.id'),
    )
    .where('enrolments.user_id', '=', user.id)
    .where('exam_courses.retired', '=', 0)
    .where('exams.retired', '=', 0)
    .where((where) => where.or([where('chapters.id', 'is', null), where('chapters.retired', '=', 0)]))
    .select(({ fn }) => [
      'exam_courses.course_id',
      fn.count<number>('exams.id').distinct().as('total'),
      fn.count<number>('attempted.exam_id').distinct().as('attempted'),
    ])
    .groupBy('exam_courses.course_id')
    .execute()
}

function publishedWorkouts({ db, user, now }: LearnerContext) {
  return db
    .selectFrom('daily_workouts')
    .innerJoin('enrolments', 'enrolments.course_id', 'daily_workouts.course_id')
    .where('enrolments.user_id', '=', user.id)
    .where('enrolments.valid_until', '>=', now())
    .where('daily_workouts.retired', '=', 0)
    .where('daily_workouts.published_at', '<=', now())
    .select(({ fn }) => ['daily_workouts.contenttype', fn.countAll<number>().as('count')])
    .groupBy('daily_workouts.contenttype')
    .execute()
}

/** Questions in discussions, of which replies are none, and support tickets. */
async function askedQuestions({ db, user }: LearnerContext): Promise<number> {
  const [discussions, tickets] = await Promise.all([
    db
      .selectFrom('discussions')
      .select(({ fn }) => fn.countAll<number>().as('asked'))
      .where('user_id', '=', user.id)
      .where('parent_id', 'is', null)
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('tickets')
      .select(({ fn }) => fn.countAll<number>().as('asked'))
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow(),
  ])
  return discussions.asked + tickets.asked
}
