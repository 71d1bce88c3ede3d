import type { Kysely } from 'kysely'

/** Each payment knows until when it opened the course, so that a renewal stands beside the purchase with its own end. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable('payments').addColumn('valid_until', 'bigint').execute()
}
