import { sql } from 'kysely'
import { repeatAlone } from '#core/background/repeat.ts'
import type { Services } from '#core/context.ts'
import { sendNotification } from '#features/notifications/server/send-notification.ts'
import { escapeText } from '#lib/server/text/html.ts'
import { indianClock, withZone } from '#lib/both/time/clock.ts'
import { AHEAD, PAUSE } from '#lib/both/time/reminders.ts'
import { noticeKeys } from './class-notices.ts'

/**
 * Tells the learners of a course that a class starts soon: one notification a class and start, whoever sweeps, which goes
 * when the class has ended. A class that is moved is announced again.
 * @returns how many classes were announced
 */
export async function remindOfClasses({ db, engine, now }: Pick<Services, 'db' | 'engine' | 'now'>): Promise<number> {
  const soon = await db
    .selectFrom('live_classes')
    .innerJoin('courses', 'courses.id', 'live_classes.course_id')
    .select([
      'live_classes.id',
      'live_classes.course_id',
      'live_classes.title',
      'live_classes.tutor_name',
      'live_classes.starts_at',
      'live_classes.ends_at',
      'courses.title as course',
    ])
    .where('live_classes.starts_at', '>', now())
    .where('live_classes.starts_at', '<=', now() + AHEAD)
    .where('live_classes.retired', '=', 0)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('notifications')
            .select('notifications.id')
            .where(
              'notifications.key',
              '=',
              sql<string>`'live-class:' || live_classes.id || ':' || live_classes.starts_at`,
            ),
        ),
      ),
    )
    .execute()
  let told = 0
  for (const { id, course_id, title, tutor_name, starts_at, ends_at, course } of soon) {
    const isTold = await db.transaction().execute(async (tx) => {
      let still = tx
        .selectFrom('live_classes')
        .select('id')
        .where('id', '=', id)
        .where('course_id', '=', course_id)
        .where('starts_at', '=', starts_at)
        .where('retired', '=', 0)
      // Whoever moves or cancels it waits, and takes the reminder back; or this one waits, and sees that they did.
      if (engine === 'postgres') still = still.forShare()
      if (!(await still.executeTakeFirst())) return false
      const sent = await sendNotification(
        { db: tx, now },
        {
          to: { courseId: course_id },
          kind: 'live_classes',
          title: `Live class at ${withZone(indianClock(starts_at))}`,
          message: `<p><strong>${escapeText(title)}</strong> with ${escapeText(tutor_name)} starts at ${withZone(indianClock(starts_at))}.</p><p>${escapeText(course)}</p>`,
          action: 'live_details',
          target: id,
          key: noticeKeys.reminder(id, starts_at),
          expiresAt: ends_at,
        },
      )
      return sent !== undefined
    })
    if (isTold) told += 1
  }
  return told
}

/** Announces classes as they come near. @returns a function that stops it */
export function startClassReminders(services: Services): () => Promise<void> {
  return repeatAlone(services, 'reminding of live classes', PAUSE, () => remindOfClasses(services))
}
