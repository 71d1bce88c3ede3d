import { logActivity } from '#core/activity-log.ts'
import type { LearnerContext } from '#core/context.ts'
import { courseStatus } from '#features/catalogue/catalogue.rules.ts'
import type { InputOf } from '#lib/both/calls/endpoint.ts'
import { conflict, forbidden, notFound } from '#lib/both/calls/errors.ts'
import type { joinLiveClass as contract } from '../live-classes.contract.ts'
import { mayJoin } from '../live-classes.rules.ts'

const KIND = 'live_class'

/**
 * Notes, once, that the learner joined a class.
 * @throws notFound when there is no such class
 * @throws forbidden when the learner's course is not active
 * @throws conflict ended
 */
export async function joinLiveClass(ctx: LearnerContext, { query }: Pick<InputOf<typeof contract>, 'query'>) {
  const { db, user } = ctx
  const found = await db
    .selectFrom('live_classes')
    .leftJoin('enrolments', (join) =>
      join.onRef('enrolments.course_id', '=', 'live_classes.course_id').on('enrolments.user_id', '=', user.id),
    )
    .leftJoin('activity_log', (join) =>
      join
        .onRef('activity_log.target_id', '=', 'live_classes.id')
        .on('activity_log.user_id', '=', user.id)
        .on('activity_log.kind', '=', KIND),
    )
    .select([
      'live_classes.id',
      'live_classes.starts_at',
      'live_classes.ends_at',
      'enrolments.valid_until',
      'activity_log.id as joined',
    ])
    .where('live_classes.id', '=', query.live_class_id)
    .where('live_classes.retired', '=', 0)
    .executeTakeFirst()
  if (!found) throw notFound('There is no such live class')
  const now = ctx.now()
  const { valid_until } = found
  if (courseStatus(valid_until === null ? undefined : { valid_until }, now) !== 'Active') {
    throw forbidden('This class belongs to a course that you do not have at present')
  }
  if (!mayJoin(found, now)) throw conflict('The class has ended.', 'ended')
  if (found.joined === null) {
    await logActivity(db, { userId: user.id, kind: KIND, target: found.id, at: now })
  }
  return { status: true, success: true, message: 'Joined' }
}
