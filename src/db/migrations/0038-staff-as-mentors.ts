import type { Kysely } from 'kysely'

/** The row of a mentor who is of the staff: what they write in discussions stands under it, and nobody logs in to it. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable('users').addColumn('staff_id', 'integer').execute()
}
