import type { Services } from '#core/context.ts'
import { repeatAlone } from '#core/background/repeat.ts'
import type { Db } from '#db/database.ts'
import { faultOf } from '#db/faults.ts'
import {
  sendNotification,
  withdrawAll,
  withdrawNotification,
} from '#features/notifications/server/send-notification.ts'
import { indianClock, withZone } from '#lib/both/time/clock.ts'
import { escapeText } from '#lib/server/text/html.ts'
import { paths } from '#lib/both/paths.ts'
import { AHEAD, PAUSE } from '#lib/both/time/reminders.ts'
import { reminderKey } from '../webinars.rules.ts'

type Reminding = Pick<Services, 'db' | 'engine' | 'now' | 'log'>

/** Learners told at once; the next ones follow in the same sweep. */
const BATCH = 200

/**
 * Tells those who registered that a webinar starts soon: one notification a learner and start, whoever sweeps, which goes
 * when the webinar has ended. Nobody is told after the start. A webinar that is moved is announced again, in place of the
 * reminder of the earlier start. A learner who cannot be told is logged and left for the next pass.
 * @returns how many learners were told
 */
export async function remindOfWebinars(services: Reminding, stopped = () => false): Promise<number> {
  const { db, now, log } = services
  let told = 0
  const soon = await db
    .selectFrom('webinars')
    .select(['id', 'title', 'presenter', 'starts_at', 'ends_at'])
    .where('starts_at', '>', now())
    .where('starts_at', '<=', now() + AHEAD)
    .where('retired', '=', 0)
    .execute()
  for (const webinar of soon) {
    let after = 0
    while (!stopped() && webinar.starts_at > now()) {
      const waiting = await db
        .selectFrom('webinar_registrations')
        .select(['user_id', 'reminded_of'])
        .where('webinar_id', '=', webinar.id)
        .where(({ or, eb }) => or([eb('reminded_of', 'is', null), eb('reminded_of', '<>', webinar.starts_at)]))
        // Onwards from the last ones, so that those who cannot be told do not stand in the way of the others.
        .where('user_id', '>', after)
        .orderBy('user_id')
        .limit(BATCH)
        .execute()
      for (const one of waiting) {
        try {
          if (await remind(services, webinar, one)) told += 1
        } catch (error) {
          // The others would meet the same.
          if (faultOf(error)) throw error
          log.error(
            { err: error, webinar: webinar.id, user: one.user_id },
            'learner could not be reminded of a webinar',
          )
        }
        after = one.user_id
      }
      if (waiting.length < BATCH) break
    }
  }
  return told
}

/**
 * Takes back what learners were told of a webinar that there is no longer, or that starts at another time. Whoever is
 * registered is told again, before the new start or when the webinar comes back.
 */
export async function withdrawReminders(tx: Db, webinarId: number): Promise<void> {
  const reminded = await tx
    .selectFrom('webinar_registrations')
    .select(['user_id', 'reminded_of'])
    .where('webinar_id', '=', webinarId)
    .where('reminded_of', 'is not', null)
    .execute()
  const keys = reminded.map(({ user_id, reminded_of }) => reminderKey(webinarId, user_id, reminded_of!))
  // The registration first, as a learner who leaves does: the other way round two would wait for each other.
  await tx
    .updateTable('webinar_registrations')
    .set({ reminded_of: null })
    .where('webinar_id', '=', webinarId)
    .where('reminded_of', 'is not', null)
    .execute()
  await withdrawAll(tx, keys)
}

/** Both or neither: what is noted was told. */
async function remind(
  { db, engine, now }: Reminding,
  {
    id,
    title,
    presenter,
    starts_at,
    ends_at,
  }: Record<'title' | 'presenter', string> & Record<'id' | 'starts_at' | 'ends_at', number>,
  { user_id: userId, reminded_of: before }: { user_id: number; reminded_of: number | null },
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    let still = tx
      .selectFrom('webinars')
      .select('id')
      .where('id', '=', id)
      .where('starts_at', '=', starts_at)
      .where('retired', '=', 0)
    // An import that moves or retires it waits, and takes the reminder back; or this one waits, and sees that it did.
    if (engine === 'postgres') still = still.forShare()
    if (!(await still.executeTakeFirst())) return false
    const mine = await tx
      .updateTable('webinar_registrations')
      .set({ reminded_of: starts_at })
      .where('webinar_id', '=', id)
      .where('user_id', '=', userId)
      // Not when another process has been faster, or the learner has left.
      .where('reminded_of', before === null ? 'is' : '=', before)
      .returning('user_id')
      .executeTakeFirst()
    if (!mine) return false
    if (before !== null) await withdrawNotification(tx, reminderKey(id, userId, before))
    const sent = await sendNotification(
      { db: tx, now },
      {
        to: { userId },
        kind: 'live_classes',
        title: `Webinar at ${withZone(indianClock(starts_at))}`,
        message: `<p><strong>${escapeText(title)}</strong> with ${escapeText(presenter)} starts at ${withZone(indianClock(starts_at))}.</p>`,
        target: paths.webinar(id),
        key: reminderKey(id, userId, starts_at),
        expiresAt: ends_at,
      },
    )
    return sent !== undefined
  })
}

/** Reminds of webinars as they come near. @returns a function that stops it */
export function startWebinarReminders(services: Services): () => Promise<void> {
  return repeatAlone(services, 'reminding of webinars', PAUSE, (stopped) => remindOfWebinars(services, stopped))
}
