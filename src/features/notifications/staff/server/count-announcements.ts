import { sql, type ExpressionBuilder } from 'kysely'
import type { Services } from '#core/context.ts'
import type { Database, Db } from '#db/database.ts'
import { HOUR } from '#lib/both/time/clock.ts'
import { SHOWN_FOR } from '../../notifications.rules.ts'
import { announcementKey } from '../announcements.rules.ts'
import type { AnnouncementRow } from './read-announcement.ts'
import { FIRST_COUNT } from './send/send-announcement.ts'

type Counted = Pick<AnnouncementRow, 'id' | 'audience'>

/** Of a notification: that an announcement has become it, or one of those that it has become. */
export const isOf =
  ({ id, audience }: Counted) =>
  (eb: ExpressionBuilder<Database, 'notifications'>) =>
    audience === 'list' || audience === 'learner'
      ? eb(
          'notifications.key',
          'in',
          eb
            .selectFrom('announcement_learners')
            .select(sql<string>`'announcement:' || announcement_id || ':' || user_id`.as('key'))
            .where('announcement_id', '=', id),
        )
      : eb('notifications.key', '=', announcementKey(id))

/** How many learners have read it. */
export async function countOpened(db: Db, announcement: Counted): Promise<number> {
  const { opened } = await db
    .selectFrom('notification_reads as seen')
    .innerJoin('notifications', 'notifications.id', 'seen.notification_id')
    .select(({ fn }) => fn.countAll<number>().as('opened'))
    .where(isOf(announcement))
    .executeTakeFirstOrThrow()
  return Number(opened)
}

/** Whether it is still pushed to some browser. */
async function isOnItsWay(db: Db, announcement: Counted): Promise<boolean> {
  const waiting = await db
    .selectFrom('push_deliveries as delivery')
    .innerJoin('notifications', 'notifications.id', 'delivery.notification_id')
    .select('delivery.id')
    .where(isOf(announcement))
    .limit(1)
    .executeTakeFirst()
  return waiting !== undefined
}

/** Announcements that are looked for at once. */
const AT_ONCE = 50

/** Of its age: what was sent long ago changes slowly. */
const PART_OF_AGE = 1 / 30

/**
 * Counts who has read what was sent: every few seconds at first, then every hour, for as long as it stands under bells. Nobody
 * else counts, so that a list of announcements costs the same however many learners there are. What was to be pushed and is
 * neither pushed nor on its way any more went with its browser, or was pushed by a server that does not count.
 * @returns how many were counted
 */
export async function countDue({ db, now }: Pick<Services, 'db' | 'now'>, stopped = () => false): Promise<number> {
  const due = await db
    .selectFrom('announcement_counts as counts')
    .innerJoin('announcements', 'announcements.id', 'counts.announcement_id')
    .select(['announcements.id', 'audience', 'state', 'sent_at', 'opened', 'count_at'])
    .where('count_at', '<=', now())
    .orderBy('count_at')
    .limit(AT_ONCE)
    .execute()
  for (const row of due) {
    if (stopped()) break
    const at = now()
    const age = at - (row.sent_at ?? at)
    const isShown = row.state === 'sent' && age < SHOWN_FOR
    // Whoever's account has ended has read it all the same.
    const opened = isShown && { opened: Math.max(row.opened, await countOpened(db, row)), counted_at: at }
    const isWaiting = await isOnItsWay(db, row)
    const soon = Math.min(HOUR, Math.max(FIRST_COUNT, Math.round(age * PART_OF_AGE)))
    await db
      .updateTable('announcement_counts')
      .set(({ eb }) => ({
        ...opened,
        count_at: isShown ? at + soon : isWaiting ? at + HOUR : null,
        ...(!isWaiting && { failed: eb('browsers', '-', eb.ref('pushed')) }),
      }))
      .where('announcement_id', '=', row.id)
      .where('count_at', '=', row.count_at)
      .execute()
  }
  return due.length
}

/** Adds what became of messages: one statement for each announcement of a batch, in the order of their numbers. */
export async function countPushes(tx: Db, ended: readonly { announcement: number; pushed: boolean }[]): Promise<void> {
  const counts = new Map<number, { pushed: number; failed: number }>()
  for (const { announcement, pushed } of ended) {
    const count = counts.get(announcement) ?? { pushed: 0, failed: 0 }
    count[pushed ? 'pushed' : 'failed'] += 1
    counts.set(announcement, count)
  }
  for (const [id, { pushed, failed }] of [...counts].sort(([one], [other]) => one - other)) {
    await tx
      .updateTable('announcement_counts')
      .set(({ eb }) => ({ pushed: eb('pushed', '+', pushed), failed: eb('failed', '+', failed) }))
      .where('announcement_id', '=', id)
      .execute()
  }
}
