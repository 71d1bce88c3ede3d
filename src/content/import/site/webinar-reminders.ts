import { reminderKey } from '#features/webinars/webinars.rules.ts'
import { chunks, type Tx } from '../sync.ts'

/** When the webinars that there are start, by their ids. */
export async function webinarStarts(tx: Tx): Promise<Map<number, number>> {
  const webinars = await tx.selectFrom('webinars').select(['id', 'starts_at']).where('retired', '=', 0).execute()
  return new Map(webinars.map(({ id, starts_at }) => [id, starts_at]))
}

/**
 * Takes back what learners were told of webinars that there are no longer, or that start at another time. Whoever is
 * registered is told again, before the new start or when the webinar comes back.
 * @param before `webinarStarts` of before the change
 */
export async function withdrawReminders(tx: Tx, before: ReadonlyMap<number, number>): Promise<void> {
  const now = await webinarStarts(tx)
  for (const [id, start] of before) {
    if (now.get(id) === start) continue
    const reminded = await tx
      .selectFrom('webinar_registrations')
      .select(['user_id', 'reminded_of'])
      .where('webinar_id', '=', id)
      .where('reminded_of', 'is not', null)
      .execute()
    const keys = reminded.map(({ user_id, reminded_of }) => reminderKey(id, user_id, reminded_of!))
    // The registration first, as a learner who leaves does: the other way round two would wait for each other.
    await tx
      .updateTable('webinar_registrations')
      .set({ reminded_of: null })
      .where('webinar_id', '=', id)
      .where('reminded_of', 'is not', null)
      .execute()
    for (const part of chunks(keys)) await tx.deleteFrom('notifications').where('key', 'in', part).execute()
  }
}
