import { logActivity } from '#core/activity-log.ts'
import type { LearnerContext } from '#core/context.ts'
import { courseStatusFor } from '#features/catalogue/server/enrolment.ts'
import { isoTime } from '#lib/both/time/clock.ts'
import type { InputOf } from '#lib/both/calls/endpoint.ts'
import { forbidden, notFound } from '#lib/both/calls/errors.ts'
import { pagedReply } from '#lib/both/calls/paging.ts'
import { listWorkouts as listContract, type logWorkout as logContract, type Workout } from '../workouts.contract.ts'

const withFile = new Set(['audios', 'images', 'documents'])

/**
 * Workouts of an active course that have been published, newest first (document 2, section 7, 'dailyworkout').
 * @throws notFound when there is no such course
 * @throws forbidden not_purchased, expired
 */
export async function listWorkouts(ctx: LearnerContext, { params, query }: InputOf<typeof listContract>) {
  await requireActive(ctx, params.id)
  const now = ctx.now()
  const published = ctx.db
    .selectFrom('daily_workouts')
    .where('course_id', '=', params.id)
    .where('retired', '=', 0)
    .where('published_at', '<=', now)
  const [{ total }, rows, sign] = await Promise.all([
    published.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    published
      .select(({ exists, selectFrom }) => [
        'id',
        'contenttype',
        'title',
        'content',
        'filename',
        'published_at',
        exists(
          selectFrom('activity_log')
            .where('user_id', '=', ctx.user.id)
            .where('kind', '=', 'workout')
            .whereRef('target_id', '=', 'daily_workouts.id')
            .select('activity_log.id'),
        ).as('viewed'),
      ])
      .orderBy('published_at', 'desc')
      .orderBy('id', 'desc')
      .limit(query.per_page)
      .offset((query.page - 1) * query.per_page)
      .execute(),
    ctx.links.signer(),
  ])
  const workouts = rows.map((row): Workout => ({
    id: row.id,
    contenttype: row.contenttype,
    title: row.title,
    content: withFile.has(row.contenttype) ? sign(row.content, row.title) : row.content,
    filename: row.filename,
    created_at: row.published_at,
    created_at_iso: isoTime(row.published_at),
    viewed: Boolean(row.viewed),
  }))
  return { status: true, workouts: pagedReply(listContract, { params, query }, workouts, total) }
}

/**
 * Notes, once, that the learner opened a workout of an active course.
 * @throws notFound when there is no such workout
 * @throws forbidden not_purchased, expired
 */
export async function logWorkout(ctx: LearnerContext, { params }: InputOf<typeof logContract>) {
  const workout = await ctx.db
    .selectFrom('daily_workouts')
    .select(['id', 'course_id'])
    .where('id', '=', params.id)
    .where('retired', '=', 0)
    .where('published_at', '<=', ctx.now())
    .executeTakeFirst()
  if (!workout) throw notFound('There is no such workout')
  await requireActive(ctx, workout.course_id)
  const known = await ctx.db
    .selectFrom('activity_log')
    .select('id')
    .where('user_id', '=', ctx.user.id)
    .where('kind', '=', 'workout')
    .where('target_id', '=', workout.id)
    .executeTakeFirst()
  if (!known) {
    await logActivity(ctx.db, { userId: ctx.user.id, kind: 'workout', target: workout.id, at: ctx.now() })
  }
  return { status: true, success: true, message: 'Noted' }
}

async function requireActive(ctx: LearnerContext, courseId: number): Promise<void> {
  const status = await courseStatusFor(ctx, courseId)
  if (status === 'Expired') throw forbidden('This course has expired. Please renew to continue.', 'expired')
  if (status !== 'Active') throw forbidden('This feature is available for purchased course', 'not_purchased')
}
