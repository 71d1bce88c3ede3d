import type { Kysely } from 'kysely'

/** What a receipt says, as it was when the payment was granted. */
export async function up(db: Kysely<any>): Promise<void> {
  // JSON. Null of money that was not kept, and of a receipt from before that nobody has opened since
  await db.schema.alterTable('payments').addColumn('receipt', 'text').execute()
}
