import { sql } from 'kysely'
import type { Services } from '#core/context.ts'

/** Until the work is done or waits for another transaction's lock. */
export async function doneOrWaiting(
  { db, engine }: Pick<Services, 'db' | 'engine'>,
  work: Promise<unknown>,
): Promise<void> {
  // SQLite has one connection, and the test's transaction holds it.
  if (engine === 'sqlite') return
  let over = false
  const done = () => (over = true)
  work.then(done, done)
  while (!over) {
    const waiting = sql<{ count: number }>`
      select count(*) as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    const { rows } = await waiting.execute(db)
    if (rows[0]!.count > 0) return
  }
}
