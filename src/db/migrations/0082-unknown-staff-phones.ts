import { sql, type Kysely } from 'kysely'
import type { Engine } from '../database.ts'
import { createIndexOnline } from '../migrating/online.ts'

export const online = true

/** Rows of phones that no member of the staff has, by the last code that was requested for them: old ones are removed. */
export async function up(db: Kysely<any>, engine: Engine): Promise<void> {
  await createIndexOnline(db, engine, 'users_unknown_phones', (index) =>
    index.on('users').where(sql.ref('staff_id'), '<', sql.lit(0)).columns(['created_at']),
  )
}
