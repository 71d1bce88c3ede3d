import type { StaffContext } from '#core/context.ts'
import { learnerNumbered } from '#features/auth/server/accounts.ts'
import type { InputOf, ReplyOf } from '#lib/both/calls/endpoint.ts'
import { visibleTo } from '../../server/visible.ts'
import type { listLearnerNotifications as contract, LearnerNotification } from '../learner-notifications.contract.ts'

/** Notifications a page. */
const PAGE = 20

/** @throws notFound */
export async function listLearnerNotifications(
  { db, now }: StaffContext,
  { params: { id: userId }, query: { before } }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  await learnerNumbered(db, userId)
  const rows = await visibleTo(db, userId, now())
    .$if(before !== undefined, (query) => query.where('notifications.id', '<', before!))
    .select([
      'notifications.id',
      'notifications.kind',
      'notifications.user_id',
      'notifications.course_id',
      'notifications.title',
      'notifications.message_html as message',
      'notifications.created_at',
      'seen.user_id as reader',
    ])
    .orderBy('notifications.id', 'desc')
    .limit(PAGE + 1)
    .execute()
  const shown = rows.slice(0, PAGE)
  const data = shown.map(({ user_id, course_id, reader, ...row }): LearnerNotification => ({
    ...row,
    to: user_id !== null ? 'learner' : course_id !== null ? 'course' : 'all',
    read: reader !== null,
  }))
  return { data, next: rows.length > PAGE ? shown.at(-1)!.id : null }
}
