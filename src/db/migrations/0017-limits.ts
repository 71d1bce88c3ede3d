import type { Kysely } from 'kysely'
import { createTableWithId, inKeyOrder } from '../columns.ts'
import type { Engine } from '../database.ts'

/** What is counted so that codes are not guessed and calls that cost something are not overdone. */
export async function up(db: Kysely<any>, engine: Engine): Promise<void> {
  // Guesses at live codes, of the last 30 days
  await createTableWithId(db, 'code_tries', engine)
    .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('tried_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('code_tries_user').on('code_tries').columns(['user_id', 'tried_at']).execute()
  await db.schema.createIndex('code_tries_address').on('code_tries').columns(['address', 'tried_at']).execute()
  await db.schema.createIndex('code_tries_tried').on('code_tries').columns(['tried_at']).execute()

  // How often a learner made a call that has a limit, since when
  const counts = db.schema
    .createTable('call_counts')
    .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('call', 'text', (column) => column.notNull())
    .addColumn('since', 'bigint', (column) => column.notNull())
    .addColumn('calls', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('call_counts_pk', ['user_id', 'call'])
  await inKeyOrder(counts, engine).execute()
}
