import type { Kysely } from 'kysely'

/** The one tab of the one device that may write to an attempt (docs/decisions/0013-one-writer-and-offline.md). */
export async function up(db: Kysely<any>): Promise<void> {
  // Null until a writer has named itself: whoever answers without a name is not kept out.
  await db.schema.alterTable('attempts').addColumn('writer', 'text').execute()
}
