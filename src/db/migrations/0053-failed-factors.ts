import type { Kysely } from 'kysely'
import { createTableWithId } from '../columns.ts'
import type { Engine } from '../database.ts'

/** Failed second factors of staff, for limits across log-ins; recovery codes that are shown but not confirmed yet. */
export async function up(db: Kysely<any>, engine: Engine): Promise<void> {
  await createTableWithId(db, 'staff_factor_tries', engine)
    .addColumn('staff_id', 'integer', (column) => column.notNull().references('staff.id'))
    // An IPv4 address, or an IPv6 /48
    .addColumn('network', 'text', (column) => column.notNull())
    .addColumn('tried_at', 'bigint', (column) => column.notNull())
    .execute()
  const index = (name: string, columns: string[]) =>
    db.schema.createIndex(`staff_factor_tries_${name}`).on('staff_factor_tries').columns(columns).execute()
  await index('of', ['staff_id', 'tried_at'])
  await index('network', ['network', 'tried_at'])
  await index('tried', ['tried_at'])

  await db.schema
    .createTable('staff_new_recovery_codes')
    .addColumn('staff_id', 'integer', (column) => column.primaryKey().references('staff.id'))
    // Names the set, so that a dialog confirms the codes that it shows
    .addColumn('batch', 'text', (column) => column.notNull())
    // JSON: a list of hashes
    .addColumn('code_hashes', 'text', (column) => column.notNull())
    .execute()
}
