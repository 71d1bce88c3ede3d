import { sql, type Kysely } from 'kysely'
import type { Engine } from '../database.ts'
import { createIndexOnline } from '../migrating/online.ts'

export const online = true

/** Staff see how many learners have answered each splash. */
export async function up(db: Kysely<any>, engine: Engine): Promise<void> {
  await createIndexOnline(db, engine, 'activity_log_splashes', (index) =>
    index.on('activity_log').where(sql.ref('kind'), '=', sql.lit('splash')).columns(['target_id']),
  )
}
