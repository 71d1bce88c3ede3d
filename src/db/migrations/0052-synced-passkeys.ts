import type { Kysely } from 'kysely'

/** Passkeys that may be synced between devices: their counters are not comparable. Null: not known yet. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable('staff_factors').addColumn('backup_eligible', 'integer').execute()
}
