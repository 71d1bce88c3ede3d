import type { Kysely } from 'kysely'

/** Known devices on which sessions of staff began, so that a browser that is logged out from elsewhere becomes unknown. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable('staff_sessions').addColumn('device_id', 'integer').execute()
}
