import { sql, type Kysely } from 'kysely'
import type { Engine } from '../database.ts'
import { createIndexOnline } from '../migrating/online.ts'

export const online = true

/** Exams that were sat are counted by their days. */
export async function up(db: Kysely<any>, engine: Engine): Promise<void> {
  await createIndexOnline(db, engine, 'attempts_submitted', (index) =>
    index.on('attempts').where(sql.ref('status'), '=', sql.lit('completed')).columns(['submitted_at']),
  )
}
