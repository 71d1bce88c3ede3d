import { sql, type Kysely } from 'kysely'
import { createIndexOnline } from '../migrating/online.ts'
import type { Engine } from '../database.ts'

export const online = true

/**
 * Ranks compare whole seconds. `attempts_ranked`, in milliseconds, stays for servers of the release before and goes a
 * release later.
 */
export async function up(db: Kysely<any>, engine: Engine): Promise<void> {
  await createIndexOnline(db, engine, 'attempts_ranked_by_second', (index) =>
    index
      .on('attempts')
      .columns(['paper_id', 'score_units', 'incorrect_count'])
      .column(sql`(case when submitted_at > started_at then (submitted_at - started_at + 500) / 1000 else 0 end)`)
      .where(sql.ref('status'), '=', sql.lit('completed'))
      .where(sql.ref('number'), '=', sql.lit(1)),
  )
}
