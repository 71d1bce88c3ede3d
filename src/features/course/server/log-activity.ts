import { logActivitySeldom } from '#core/activity-log.ts'
import type { LearnerContext } from '#core/context.ts'
import type { InputOf } from '#lib/both/calls/endpoint.ts'
import { forbidden, notFound } from '#lib/both/calls/errors.ts'
import type * as contract from '../course.contract.ts'
import { requireActiveCourse } from './entitlement.ts'

const noted = { status: true, success: true, message: 'Noted' }

/**
 * Notes that the learner opened a syllabus of an active course.
 * @throws notFound, forbidden as `requireActiveCourse`
 */
export async function logSyllabus(ctx: LearnerContext, { query }: InputOf<typeof contract.logSyllabus>) {
  await requireActiveCourse(ctx, query.course_id)
  await logActivitySeldom(ctx, 'syllabus', query.course_id)
  return noted
}

/**
 * Notes that the learner went to buy a course.
 * @throws notFound when it is not for sale
 */
export async function logPurchaseInterest(
  ctx: LearnerContext,
  { query }: InputOf<typeof contract.logPurchaseInterest>,
) {
  const course = await ctx.db
    .selectFrom('courses')
    .select('id')
    .where('id', '=', query.course_id)
    .where('retired', '=', 0)
    .executeTakeFirst()
  if (!course) throw notFound('No course found')
  await logActivitySeldom(ctx, 'purchase', course.id, query.page)
  return noted
}

/**
 * Notes that the learner joined a community of an active course; repeating it changes nothing.
 * @throws forbidden when the body names another learner, or the course is not active
 * @throws notFound when the course has no such community
 */
export async function logCommunityJoin(
  ctx: LearnerContext,
  { params, body }: InputOf<typeof contract.logCommunityJoin>,
) {
  if (body.user_id !== ctx.user.id) throw forbidden('You can join only for yourself')
  await requireActiveCourse(ctx, params.courseId)
  const community = await ctx.db
    .selectFrom('course_communities')
    .select('id')
    .where('id', '=', body.community_id)
    .where('course_id', '=', params.courseId)
    .where('retired', '=', 0)
    .executeTakeFirst()
  if (!community || body.course_id !== params.courseId) throw notFound('The course has no such community')
  await ctx.groupCommit((db) =>
    db
      .insertInto('community_joins')
      .values({
        user_id: ctx.user.id,
        community_id: community.id,
        course_id: params.courseId,
        joined_at: ctx.now(),
      })
      .onConflict((conflict) => conflict.columns(['user_id', 'community_id']).doNothing())
      .execute(),
  )
  return { status: true, success: true, message: 'Joined' }
}
