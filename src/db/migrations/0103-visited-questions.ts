import type { Kysely } from 'kysely'

/**
 * Questions that the candidate had seen without acting on them when a response was saved: ids with commas between them, so
 * that a second device shows them as visited. Null where a caller said nothing of them.
 */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable('responses').addColumn('visited', 'text').execute()
}
