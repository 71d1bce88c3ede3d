import type { Kysely } from 'kysely'

/** A column with a default: PostgreSQL notes it and touches no row, and servers that do not know it leave it out. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable('attempts')
    .addColumn('language', 'text', (column) => column.notNull().defaultTo('ml'))
    .execute()
}
