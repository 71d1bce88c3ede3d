import { sql } from 'kysely'
import type { Services } from '#core/context.ts'

/** Until the work is done, or so many transactions wait for locks of others. */
export async function doneOrWaiting(
  { db, engine }: Pick<Services, 'db' | 'engine'>,
  work: Promise<unknown>,
  transactions = 1,
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
    if (rows[0]!.count >= transactions) return
  }
}
