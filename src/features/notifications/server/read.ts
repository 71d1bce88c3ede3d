import type { LearnerContext } from '#core/context.ts'
import type { InputOf } from '#lib/both/calls/endpoint.ts'
import { notFound } from '#lib/both/calls/errors.ts'
import type { readAllNotifications as allContract, readNotification as contract } from '../notifications.contract.ts'
import { visibleTo } from './visible.ts'

/**
 * Marks a notification as read; reading it twice is harmless.
 * @throws notFound when the learner has no such notification
 */
export async function readNotification(
  { db, user, now }: LearnerContext,
  { params }: Pick<InputOf<typeof contract>, 'params'>,
) {
  const found = await visibleTo(db, user.id, now())
    .where('notifications.id', '=', params.id)
    .select('notifications.id')
    .executeTakeFirst()
  if (!found) throw notFound('There is no such notification')
  await db
    .insertInto('notification_reads')
    .values({ user_id: user.id, notification_id: found.id, read_at: now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return { status: true, success: true, message: 'Marked as read' }
}

/** Marks all as read that are not newer than the newest that the learner has seen. */
export async function readAllNotifications(
  { db, user, now }: LearnerContext,
  { body }: Pick<InputOf<typeof allContract>, 'body'>,
) {
  const unread = await visibleTo(db, user.id, now())
    .where('seen.user_id', 'is', null)
    .where('notifications.id', '<=', body.last_id)
    .select('notifications.id')
    .execute()
  if (unread.length > 0) {
    await db
      .insertInto('notification_reads')
      .values(unread.map(({ id }) => ({ user_id: user.id, notification_id: id, read_at: now() })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  return { status: true, success: true, message: 'All notifications are marked as read' }
}
