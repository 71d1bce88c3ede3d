import type { Kysely } from 'kysely'
import { createTableWithId } from '../columns.ts'
import type { Engine } from '../database.ts'

/** Sessions that can be told apart, and accounts that can end. */
export async function up(db: Kysely<any>, engine: Engine): Promise<void> {
  await db.schema.alterTable('sessions').addColumn('last_seen_at', 'bigint').execute()
  // 'login' or 'deletion': a code does only what it was sent for.
  await db.schema
    .alterTable('one_time_codes')
    .addColumn('purpose', 'text', (column) => column.notNull().defaultTo('login'))
    .execute()
  // The row of an account that ended stays, with nothing personal, for the payments that point at it.
  await db.schema.alterTable('users').addColumn('deleted_at', 'bigint').execute()
  // JSON: what an invoice must still say of a buyer whose account has ended, and until when.
  await db.schema.alterTable('purchases').addColumn('buyer', 'text').execute()
  await db.schema.alterTable('purchases').addColumn('buyer_until', 'bigint').execute()

  // Files whose owner is gone or chose others. Written with the change that frees them, so that none is left behind.
  await createTableWithId(db, 'file_removals', engine)
    // The address of a public file, or the name of a private one
    .addColumn('file', 'text', (column) => column.notNull())
    .addColumn('private', 'integer', (column) => column.notNull())
    .addColumn('tries', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
