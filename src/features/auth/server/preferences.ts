import type { Db } from '#db/database.ts'
import type { Preferences } from '../auth.contract.ts'

/**
 * What a learner may say they prepare for: the course groups, key to title. Null for a learner who has said so, and where
 * there are none.
 */
export async function offeredPreferences(db: Db, userId: number): Promise<Preferences | null> {
  const [answered, groups] = await Promise.all([
    db.selectFrom('user_preferences').select('user_id').where('user_id', '=', userId).executeTakeFirst(),
    db.selectFrom('course_groups').select(['key', 'title']).where('retired', '=', 0).orderBy('position').execute(),
  ])
  if (answered || groups.length === 0) return null
  return Object.fromEntries(groups.map(({ key, title }) => [key, title]))
}
