import { withdrawReminders } from '#features/webinars/server/reminders.ts'
import type { Db } from '#db/database.ts'
import type { Tx } from '../sync.ts'

/** When the webinars that there are start, by their ids. */
export async function webinarStarts(db: Db): Promise<Map<number, number>> {
  const webinars = await db.selectFrom('webinars').select(['id', 'starts_at']).where('retired', '=', 0).execute()
  return new Map(webinars.map(({ id, starts_at }) => [id, starts_at]))
}

/**
 * Takes back what learners were told of webinars that there are no longer, or that start at another time. Whoever is
 * registered is told again, before the new start or when the webinar comes back.
 * @param before `webinarStarts` of before the change
 */
export async function withdrawMoved(tx: Tx, before: ReadonlyMap<number, number>): Promise<void> {
  const now = await webinarStarts(tx)
  for (const [id, start] of before) {
    if (now.get(id) === start) continue
    await withdrawReminders(tx, id)
  }
}
