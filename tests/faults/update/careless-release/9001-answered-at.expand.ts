import type { Kysely } from 'kysely'

/** What no release may do in one step: servers of the one before save answers by the old name. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable('responses').renameColumn('saved_at', 'answered_at').execute()
}
