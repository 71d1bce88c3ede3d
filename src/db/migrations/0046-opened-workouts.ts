import { sql, type Kysely } from 'kysely'
import type { Engine } from '../database.ts'
import { createIndexOnline } from '../migrating/online.ts'

export const online = true

/** Learners who opened a workout are counted. */
export async function up(db: Kysely<any>, engine: Engine): Promise<void> {
  await createIndexOnline(db, engine, 'activity_log_workouts', (index) =>
    index.on('activity_log').columns(['target_id']).where(sql.ref('kind'), '=', sql.lit('workout')),
  )
}
