import type { Kysely } from 'kysely'

/** Log-in or session in which a code was wrong, so that a right one takes back the failures of its own alone. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable('staff_factor_tries').addColumn('source', 'text').execute()
}
