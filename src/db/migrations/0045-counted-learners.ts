import { sql, type Kysely } from 'kysely'
import type { Engine } from '../database.ts'
import { createIndexOnline } from '../migrating/online.ts'

export const online = true

/** How many learners there are is asked by whoever tells all of them something. */
export async function up(db: Kysely<any>, engine: Engine): Promise<void> {
  await createIndexOnline(db, engine, 'users_counted', (index) =>
    index
      .on('users')
      .where(sql.ref('deleted_at'), 'is', sql.lit(null))
      .where(sql.ref('staff_id'), 'is', sql.lit(null))
      .columns(['id']),
  )
}
