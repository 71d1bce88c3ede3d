import type { Kysely } from 'kysely'

/** The column of `0080-new-passkeys-in-sessions.ts`, for the first passkey of a member. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable('staff_log_ins').addColumn('new_challenge', 'text').execute()
}
