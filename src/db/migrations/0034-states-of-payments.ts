import type { Kysely } from 'kysely'

/** Each payment knows the state that its buyer named: the GST code. Null where none was. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable('payments').addColumn('buyer_state', 'text').execute()
}
