import type { Kysely } from 'kysely'

/** What came of codes in each hour, for those who run the site: how many logged somebody in, and how many were never sent. */
export async function up(db: Kysely<any>): Promise<void> {
  for (const name of ['accepted', 'not_sent'])
    await db.schema
      .alterTable('code_hours')
      .addColumn(name, 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
}
