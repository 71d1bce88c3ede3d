import { sql, type Kysely } from 'kysely'
import type { Engine } from '#db/database.ts'

/** A column that is filled afterwards, and a rule for what comes from now on: what is there is not read for it. */
export async function up(db: Kysely<any>, engine: Engine): Promise<void> {
  await db.schema.alterTable('responses').addColumn('origin', 'text').execute()
  if (engine === 'sqlite') return
  await sql`
    alter table responses add constraint responses_origin check (origin is null or origin <> '') not valid`.execute(db)
}
