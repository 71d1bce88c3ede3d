import type { Kysely } from 'kysely'

/** Adds the key by which references of desk payments are compared, without case, spaces and hyphens. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable('payments').addColumn('reference_key', 'text').execute()
}
