import type { StaffWork } from '#core/staff/staff-log.ts'
import type { Db } from '#db/database.ts'
import { storedWords } from './announcement-words.ts'
import { isOf } from './count-announcements.ts'
import { cancelAnnouncement, keepAnnouncement } from './write-announcement.ts'

/** What the demo's staff tell learners, so that each state of it can be looked at. */
export interface DemoAnnouncement {
  title: string
  message: string
  /** By number; everybody without. */
  learners: number[] | undefined
  /** Null: at once. */
  sendAt: number | null
  cancelled: boolean
  /** Who of them have read it. */
  readBy: readonly number[]
}

/** Keeps, sends or cancels one. */
export async function addDemoAnnouncement(tx: Db, work: StaffWork, demo: DemoAnnouncement): Promise<void> {
  const { title, message, learners, sendAt, cancelled, readBy } = demo
  const typed = { title, message, format: 'markdown', image: null, action: null, target: null } as const
  const words = { ...(await storedWords(tx, typed)), send_at: sendAt }
  const audience = learners ? 'list' : 'all'
  const { id, version } = await keepAnnouncement(tx, work, words, { audience, courseId: null, learners })
  if (cancelled) await cancelAnnouncement(tx, work, id, version)
  if (readBy.length === 0) return
  await tx
    .insertInto('notification_reads')
    .columns(['user_id', 'notification_id', 'read_at'])
    .expression(({ selectFrom, val }) =>
      selectFrom('notifications')
        .innerJoin('users', (join) => join.on('users.id', 'in', readBy))
        .select(['users.id', 'notifications.id as notification', val(work.now).as('read_at')])
        .where(isOf({ id, audience }))
        .where(({ or, eb, ref }) =>
          or([eb('notifications.user_id', 'is', null), eb('notifications.user_id', '=', ref('users.id'))]),
        ),
    )
    .execute()
}
