import { setImmediate } from 'node:timers/promises'
import type { Db } from '#db/database.ts'
import { notificationRow, queuePushes, type NewNotification } from './send-notification.ts'

/** What one of many learners is told. */
type PersonalNotification = Omit<NewNotification, 'to'> & { userId: number }

/** Learners of one statement. */
const AT_ONCE = 500

/**
 * Tells each of many learners something, as `sendNotification` does, in the caller's transaction; others have their turn
 * between its statements. The same words are looked through once.
 * @returns how many browsers it is pushed to
 * @throws invalid with the fields that are wrong
 */
export async function sendToEach(tx: Db, now: number, told: readonly PersonalNotification[]): Promise<number> {
  let browsers = 0
  const looked = new Map<string, ReturnType<typeof notificationRow>>()
  for (let from = 0; from < told.length; from += AT_ONCE) {
    const rows = told.slice(from, from + AT_ONCE).map(({ userId, key = null, ...notification }) => {
      const words = JSON.stringify(notification)
      const row = looked.get(words) ?? notificationRow({ to: { userId }, ...notification }, now)
      looked.set(words, row)
      return { ...row, user_id: userId, key }
    })
    const stored = await tx.insertInto('notifications').values(rows).returning('id').execute()
    await setImmediate()
    const ids = stored.map(({ id }) => id)
    browsers += await queuePushes(tx, ids, rows[0]!)
    await setImmediate()
  }
  return browsers
}
