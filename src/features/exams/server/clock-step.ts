import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { GRACE } from '../exams.rules.ts'

/**
 * Whether a new time would move the end of an exam that somebody is in: forward, over its deadline; back, away from it.
 * @param now the site's time
 * @param next the time that is to be taken over
 */
export async function movesAnEnd(db: Db, now: number, next: number): Promise<boolean> {
  const running = db
    .selectFrom('attempts')
    .select('id')
    .where('status', '=', sql.lit('open' as const))
    .where('time_left', 'is', null)
    // Those before are over, and are about to be finished.
    .where('deadline_at', '>', Math.min(now, next) - GRACE)
  const found = await (next > now ? running.where('deadline_at', '<=', next) : running).limit(1).executeTakeFirst()
  return found !== undefined
}
