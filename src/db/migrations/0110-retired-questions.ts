import type { Kysely } from 'kysely'

/** Questions that left the pack, as 1. Results and old papers keep them; practice does not ask them. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable('questions')
    .addColumn('retired', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
