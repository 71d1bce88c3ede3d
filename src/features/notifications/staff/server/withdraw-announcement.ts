import { logWork, type StaffWork } from '#core/staff/staff-log.ts'
import type { Db } from '#db/database.ts'
import { conflict } from '#lib/both/calls/errors.ts'
import { HOUR } from '#lib/both/time/clock.ts'
import { countOpened, isOf } from './count-announcements.ts'
import { announcementNumbered, learnersOf } from './read-announcement.ts'
import type { Done } from './write-announcement.ts'

/**
 * Takes what was sent from under the bells, and from what is still to be pushed: nobody is shown it from now on. The rows go
 * with everything else whose time is over.
 * @throws notFound, conflict when it is not sent, or withdrawn already
 */
export async function withdrawAnnouncement(tx: Db, work: StaffWork, id: number): Promise<Done> {
  const row = await tx
    .updateTable('announcements')
    .set(({ eb }) => ({
      ...{ state: 'withdrawn', ended_at: work.now, ended_by: work.who },
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .where('state', '=', 'sent')
    .returningAll()
    .executeTakeFirst()
  if (!row) {
    const { state } = await announcementNumbered(tx, id)
    throw conflict(state === 'withdrawn' ? 'It is withdrawn already' : 'It was not sent', 'conflict')
  }
  const opened = await countOpened(tx, row)
  await tx
    .updateTable('announcement_counts')
    // What is still on its way to browsers is over by then.
    .set({ opened, counted_at: work.now, count_at: work.now + HOUR })
    .where('announcement_id', '=', id)
    .execute()
  await tx.updateTable('notifications').set({ expires_at: work.now }).where(isOf(row)).execute()
  await logWork(tx, work, {
    ...{ action: 'notification withdrawn', subject: `notification ${id}`, userId: await learnersOf(tx, id) },
    ...{ before: { state: 'sent' }, after: { state: 'withdrawn', title: row.title, opened } },
  })
  return { id, state: row.state, version: row.version }
}
