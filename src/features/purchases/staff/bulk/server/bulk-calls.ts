import { createOnce } from '#core/calls/create-once.ts'
import type { StaffContext } from '#core/context.ts'
import { isSameName } from '#features/auth/staff/server/read-words.ts'
import type { InputOf, ReplyOf } from '#lib/both/calls/endpoint.ts'
import { indianDate } from '#lib/both/time/clock.ts'
import type * as contracts from '../bulk.contract.ts'
import { spanOf } from '../../access/server/access-calls.ts'
import { addWithCourse } from './add-with-course.ts'
import { grantMany, planGrants, type BulkDone } from './grant-many.ts'

export async function grantCourses(
  ctx: StaffContext,
  { body }: InputOf<typeof contracts.grantCourses>,
): Promise<ReplyOf<typeof contracts.grantCourses>> {
  const { course_id: courseId, csv, existing, new_learners: newLearners, dry_run, reason, ...more } = body
  const { phone_column, name_column, ...span } = more
  const given = { courseId, csv, existing, newLearners, phone_column, name_column, ...spanOf(span) }
  if (dry_run) {
    const { bad, list, phones, having, ...counts } = await planGrants(ctx.db, given)
    const learners = phones.map(({ line, countryCode, phone, name, learner }) => ({
      line,
      phone: `+${countryCode} ${phone}`,
      listed_name: name,
      learner_id: learner?.id ?? null,
      name: learner?.name ?? null,
      other_name: Boolean(name && learner?.name && !isSameName(name, learner.name)),
      has_course: learner !== undefined && having.has(learner.id),
    }))
    return { ...done('Nothing was done', counts), dry_run, bad, list, learners }
  }
  return createOnce(ctx, async (tx) => {
    const { added, granted, extended, skipped } = await grantMany(tx, ctx.work(reason), given)
    const message = `Granted to ${granted}${added > 0 ? `, of whom ${added} are new` : ''}, extended for ${extended}`
    return { ...done(message, { added, granted, extended, skipped }), dry_run, bad: [], list: null, learners: [] }
  })
}

function done(message: string, counts: BulkDone) {
  const phones = counts.granted + counts.extended + counts.skipped
  return { status: true, success: true, message, phones, ...counts }
}

/**
 * Adds one learner with a course.
 * @throws as `addWithCourse`
 */
export function addLearner(
  ctx: StaffContext,
  { body }: InputOf<typeof contracts.addLearner>,
): Promise<ReplyOf<typeof contracts.addLearner>> {
  const { name, mobile, course_id: courseId, reason, ...span } = body
  return createOnce(ctx, async (tx) => {
    const given = { name, mobile, courseId, ...spanOf(span) }
    const { userId, until } = await addWithCourse({ ...ctx, db: tx }, ctx.work(reason), given)
    return {
      status: true,
      success: true,
      message: `${name} was added. The course is open until ${indianDate(until)}`,
      learner_id: userId,
      valid_until: until,
    }
  })
}
