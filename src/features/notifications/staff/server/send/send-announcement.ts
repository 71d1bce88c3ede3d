import type { Services } from '#core/context.ts'
import type { Db } from '#db/database.ts'
import { inTransaction } from '#db/statements/transaction.ts'
import { SECOND } from '#lib/both/time/clock.ts'
import { sendCounted, type NewNotification } from '../../../server/send-notification.ts'
import { sendToEach } from '../../../server/send-to-each.ts'
import { announcementKey } from '../../announcements.rules.ts'
import { countLearners } from '../reach.ts'
import { learnersOf, type AnnouncementRow } from '../read-announcement.ts'

/** Milliseconds after a sending, until those who have read it are counted. */
export const FIRST_COUNT = 5 * SECOND

/**
 * Tells those for whom it is what is scheduled, in the caller's transaction: all of them, or nobody where that is undone. Who
 * finds it scheduled sends it, so two servers send it once; what was cut off is scheduled still.
 * @param due only what is due by then
 * @returns how many it was told, and browsers it is pushed to; undefined when it is not scheduled any more
 */
export async function sendScheduled(
  tx: Db,
  { id, now, due }: { id: number; now: number; due?: number },
): Promise<{ row: AnnouncementRow; told: number; browsers: number } | undefined> {
  const row = await tx
    .updateTable('announcements')
    .set(({ eb }) => ({ state: 'sent', sent_at: now, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where('state', '=', 'scheduled')
    .$if(due !== undefined, (query) => query.where('send_at', '<=', due!))
    .returningAll()
    .executeTakeFirst()
  if (!row) return undefined
  const reached = await tell(tx, row, now)
  await tx
    .insertInto('announcement_counts')
    .values({ announcement_id: id, ...reached, counted_at: now, count_at: now + FIRST_COUNT })
    .execute()
  return { row, ...reached }
}

async function tell(tx: Db, row: AnnouncementRow, now: number): Promise<{ told: number; browsers: number }> {
  const { id, title, message_html, image, click_action, target_id, audience, course_id } = row
  const notification: Omit<NewNotification, 'to' | 'key'> = {
    ...{ kind: 'announcements', title, message: message_html, image, target: target_id },
    ...(click_action !== null && { action: click_action }),
  }
  const key = announcementKey(id)
  if (audience === 'list' || audience === 'learner') {
    const learners = await learnersOf(tx, id)
    const each = learners.map((userId) => ({ ...notification, userId, key: `${key}:${userId}` }))
    return { told: learners.length, browsers: await sendToEach(tx, now, each) }
  }
  const to = course_id === null ? 'all' : { courseId: course_id }
  const told = await countLearners(tx, to, now)
  const sent = await sendCounted({ db: tx, now: () => now }, { ...notification, to, key })
  return { told, browsers: sent?.browsers ?? 0 }
}

/** Announcements that are looked for at once. */
const AT_ONCE = 50

/**
 * Sends what is due, also what was due while no server ran, the earliest first.
 * @returns how many were sent
 */
export async function sendDue(
  { db, now, log }: Pick<Services, 'db' | 'now' | 'log'>,
  stopped = () => false,
): Promise<number> {
  const due = await db
    .selectFrom('announcements')
    .select('id')
    .where('state', '=', 'scheduled')
    .where('send_at', '<=', now())
    .orderBy('send_at')
    .orderBy('id')
    .limit(AT_ONCE)
    .execute()
  let sent = 0
  for (const { id } of due) {
    if (stopped()) break
    const at = now()
    try {
      if (await inTransaction(db, (tx) => sendScheduled(tx, { id, now: at, due: at }))) sent += 1
    } catch (error) {
      // One that cannot be sent does not keep the others from being sent.
      log.error({ err: error, announcement: id }, 'a scheduled notification was not sent')
    }
  }
  return sent
}
