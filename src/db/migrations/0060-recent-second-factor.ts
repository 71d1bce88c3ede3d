import type { Kysely } from 'kysely'

/** The last second factor given in a staff session, and wrong ones since. Sessions of the release before have null and 0. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable('staff_sessions').addColumn('factor_at', 'bigint').execute()
  await db.schema
    .alterTable('staff_sessions')
    .addColumn('factor_tries', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
