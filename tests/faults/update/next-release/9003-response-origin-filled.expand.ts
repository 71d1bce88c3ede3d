import { sql, type Kysely } from 'kysely'
import type { Engine } from '#db/database.ts'
import { createIndexOnline } from '#db/migrating/online.ts'

export const online = true

/** Rows that one statement changes: their locks hold up saves for no longer than a save takes. */
const BATCH = 200

/** Fills the new column, reads what the new rule says of the rows that were there, and makes an index, all beside servers. */
export async function up(db: Kysely<any>, engine: Engine): Promise<void> {
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      update responses set origin = 'before' where (attempt_id, question_id) in (
        select attempt_id, question_id from responses where origin is null limit ${sql.lit(BATCH)})`.execute(db)
    if (numAffectedRows < BATCH) break
  }
  if (engine === 'postgres') await sql`alter table responses validate constraint responses_origin`.execute(db)
  await createIndexOnline(db, engine, 'attempts_language', (index) =>
    index.on('attempts').columns(['exam_id', 'language']),
  )
}
