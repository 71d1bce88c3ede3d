import type { Kysely } from 'kysely'

/** Challenge of a passkey that is being made, apart from that of a second factor that is given meanwhile. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable('staff_sessions').addColumn('new_challenge', 'text').execute()
}
