import { sql, type Kysely } from 'kysely'
import { createIndexOnline } from '../migrating/online.ts'
import type { Engine } from '../database.ts'

export const online = true

/**
 * Words of names alone, for roles that do not see email addresses (docs/decisions/0072-learner-search.md). SQLite's index
 * of words has a column for each.
 */
export async function up(db: Kysely<any>, engine: Engine): Promise<void> {
  if (engine === 'sqlite') return
  await createIndexOnline(db, engine, 'users_name_words', (index) =>
    index
      .on('users')
      .using('gin')
      .expression(sql`learner_words(name, cast(null as text))`)
      .where(sql.ref('deleted_at'), 'is', sql.lit(null)),
  )
}
