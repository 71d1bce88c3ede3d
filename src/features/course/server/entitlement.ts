import type { LearnerContext } from '#core/context.ts'
import type { Db } from '#db/database.ts'
import { preparedOnce, type Slots } from '#db/statements/prepared.ts'
import { courseStatusFor, NOT_PURCHASED } from '#features/catalogue/server/enrolment.ts'
import { forbidden, notFound, type ApiError } from '#lib/both/calls/errors.ts'

type Asking = Pick<LearnerContext, 'now'> & { user: Pick<LearnerContext['user'], 'id'> }

/** Chapters that the learner can see at all: courses that left the catalogue stay with those who bought them. */
export function visibleChapters(db: Db, { user }: Asking) {
  return db
    .selectFrom('chapters')
    .innerJoin('course_sections', 'course_sections.id', 'chapters.section_id')
    .innerJoin('courses', 'courses.id', 'chapters.course_id')
    .leftJoin('enrolments', (join) =>
      join.onRef('enrolments.course_id', '=', 'chapters.course_id').on('enrolments.user_id', '=', user.id),
    )
    .where('chapters.retired', '=', 0)
    .where((where) => where.or([where('courses.retired', '=', 0), where('enrolments.id', 'is not', null)]))
}

/** Chapters that the learner may open: of an active course, or of a demo section. */
export function openableChapters(db: Db, ctx: Asking) {
  return visibleChapters(db, ctx).where((where) =>
    where.or([where('course_sections.demo', '=', 1), where('enrolments.valid_until', '>=', ctx.now())]),
  )
}

/** The chapter if the learner may open it. What is written is selected from it. */
export function openable(db: Db, ctx: Asking, chapterId: number) {
  return openableChapters(db, ctx).where('chapters.id', '=', chapterId)
}

const findOpenable = preparedOnce((db, slot: Slots<{ userId: number; now: number; chapterId: number }>) =>
  openable(db, { user: { id: slot('userId') }, now: () => slot('now') }, slot('chapterId')).select([
    'chapters.id',
    'chapters.course_id',
  ]),
)

/** Why a chapter cannot be opened. @param known it, when the learner can see it at all */
export function refusalOf(known: object | undefined): ApiError {
  return known ? forbidden(NOT_PURCHASED, 'not_entitled') : notFound('There is no such chapter')
}

/**
 * A chapter that the learner may open. One statement, and another to find the reason of a refusal.
 * @param courseId the course it must belong to, where the caller names one
 * @throws notFound when there is no such chapter
 * @throws forbidden not_entitled
 */
export async function openChapter(ctx: LearnerContext, chapterId: number, courseId?: number) {
  const [chapter] = await findOpenable(ctx.db, { userId: ctx.user.id, now: ctx.now(), chapterId })
  const known =
    chapter ??
    (await visibleChapters(ctx.db, ctx)
      .where('chapters.id', '=', chapterId)
      .select('chapters.course_id')
      .executeTakeFirst())
  const asked = courseId === undefined || known?.course_id === courseId ? known : undefined
  if (!asked || !chapter) throw refusalOf(asked)
  return chapter
}

/**
 * Makes sure that a course is active for the learner. One statement.
 * @throws notFound when there is no such course
 * @throws forbidden not_entitled
 */
export async function requireActiveCourse(ctx: LearnerContext, courseId: number): Promise<void> {
  if ((await courseStatusFor(ctx, courseId)) !== 'Active') throw forbidden(NOT_PURCHASED, 'not_entitled')
}
