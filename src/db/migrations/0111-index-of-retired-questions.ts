import { sql, type Kysely } from 'kysely'
import type { Engine } from '../database.ts'
import { createIndexOnline } from '../migrating/online.ts'

export const online = true

/** Practice leaves out retired questions, which are few: without the index it would read all questions to find them. */
export async function up(db: Kysely<any>, engine: Engine): Promise<void> {
  await createIndexOnline(db, engine, 'questions_retired', (index) =>
    index.on('questions').columns(['id']).where(sql.ref('retired'), '=', sql.lit(1)),
  )
}
