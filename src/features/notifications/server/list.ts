import type { LearnerContext } from '#core/context.ts'
import { isoTime } from '#lib/both/time/clock.ts'
import { actionOf, LISTED } from '../notifications.rules.ts'
import { unreadOf, visibleTo } from './visible.ts'

/** The learner's newest notifications, newest first, each with what its button does. */
export async function listNotifications({ db, user, now, site }: LearnerContext) {
  const [rows, unread, { pages }] = await Promise.all([
    visibleTo(db, user.id, now())
      .select([
        'notifications.id',
        'notifications.kind',
        'notifications.title',
        'notifications.message_html',
        'notifications.image',
        'notifications.click_action',
        'notifications.target_id',
        'notifications.created_at',
        'seen.user_id as reader',
      ])
      .orderBy('notifications.created_at', 'desc')
      .orderBy('notifications.id', 'desc')
      .limit(LISTED)
      .execute(),
    unreadOf(db, user.id, now()),
    site(),
  ])
  const data = rows.map(({ message_html, reader, ...row }) => ({
    ...row,
    created_at_iso: isoTime(row.created_at),
    message: message_html,
    read: reader !== null,
    action: actionOf(row, pages),
  }))
  return { status: true, data, unread }
}

/** The number on the bell. */
export async function countUnread({ db, user, now }: LearnerContext) {
  return { status: true, unread: await unreadOf(db, user.id, now()) }
}
