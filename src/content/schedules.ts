import type { Kysely } from 'kysely'
import type { Services } from '#core/context.ts'
import { repeatAlone } from '#core/background/repeat.ts'
import { SECOND, startOfIndianDay } from '#lib/both/time/clock.ts'
import type { Database } from '#db/database.ts'
import { lockContent, renewContent } from '#core/content/content-facts.ts'
import type { Row, Tx } from './import/sync.ts'
import { resolveTime } from './times.ts'
import { webinarStarts, withdrawMoved } from './import/site/webinar-reminders.ts'

/** Tables with times that may be relative; of each time `X`, the columns `X_at` and `X_rule`. */
const scheduledTables = [
  { table: 'exams', times: ['opens', 'closes'] },
  { table: 'live_classes', times: ['starts', 'ends'] },
  { table: 'daily_workouts', times: ['published'] },
  { table: 'news', times: ['published'] },
  { table: 'blog_articles', times: ['published'] },
  { table: 'webinars', times: ['starts', 'ends'] },
]

/**
 * Works out again when exams open and close, live classes and webinars take place, workouts, news and articles appear, where these
 * times are relative, in one transaction. Called at every start and at every midnight in India. The content version changes with them, since
 * what is kept in memory may show these times.
 * @returns how many entries moved
 */
export async function refreshSchedules(db: Kysely<Database>, now: number): Promise<number> {
  return db.transaction().execute(async (tx) => {
    await lockContent(tx)
    let moved = 0
    const starts = await webinarStarts(tx)
    for (const { table, times } of scheduledTables) moved += await refreshTable(tx, table, times, now)
    if (moved > 0) await withdrawMoved(tx, starts)
    if (moved > 0) await renewContent(tx, now)
    return moved
  })
}

async function refreshTable(tx: Tx, table: string, times: string[], now: number): Promise<number> {
  // One function for several tables: their columns are named above.
  const db = tx as unknown as Kysely<Record<string, Row>>
  const rows = await db
    .selectFrom(table)
    .select(['id', ...times.flatMap((time) => [`${time}_at`, `${time}_rule`])])
    .where((where) => where.or(times.map((time) => where(`${time}_rule`, 'is not', null))))
    .execute()
  let moved = 0
  for (const row of rows) {
    const target = times.flatMap((time) => {
      const rule = row[`${time}_rule`]
      const at = typeof rule === 'string' ? resolveTime(rule, now) : row[`${time}_at`]
      return at === row[`${time}_at`] ? [] : [[`${time}_at`, at] as const]
    })
    if (target.length === 0) continue
    await db
      .updateTable(table)
      .set(Object.fromEntries(target))
      .where('id', '=', row.id as number)
      .execute()
    moved += 1
  }
  return moved
}

/**
 * Refreshes relative times when a new day has begun in India; called after a refresh.
 * @returns a function that stops it, waiting for a refresh under way
 */
export function startScheduleRefresh(
  services: Pick<Services, 'db' | 'now' | 'log' | 'faults' | 'leases'>,
): () => Promise<void> {
  const { db, now } = services
  let refreshed = startOfIndianDay(now())
  return repeatAlone(services, 'refresh of relative times', SECOND, async () => {
    const today = startOfIndianDay(now())
    if (today === refreshed) return
    await refreshSchedules(db, now())
    refreshed = today
  })
}
