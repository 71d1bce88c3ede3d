import type { Kysely } from 'kysely'
import { inKeyOrder } from '../columns.ts'
import type { Engine } from '../database.ts'

/** Limits of calls of staff, and counts of their searches (docs/decisions/0089-limits-and-counts-of-staff-searches.md). */
export async function up(db: Kysely<any>, engine: Engine): Promise<void> {
  // As `call_counts` of learners
  const calls = db.schema
    .createTable('staff_call_counts')
    .addColumn('staff_id', 'integer', (column) => column.notNull().references('staff.id'))
    .addColumn('call', 'text', (column) => column.notNull())
    .addColumn('since', 'bigint', (column) => column.notNull())
    .addColumn('calls', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('staff_call_counts_pk', ['staff_id', 'call'])
  await inKeyOrder(calls, engine).execute()

  const counts = db.schema
    .createTable('staff_search_counts')
    .addColumn('staff_id', 'integer', (column) => column.notNull().references('staff.id'))
    // Midnight in India, as an instant
    .addColumn('day', 'bigint', (column) => column.notNull())
    .addColumn('call', 'text', (column) => column.notNull())
    // 'phone', 'phone list', 'email', 'number', 'words'
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('searches', 'integer', (column) => column.notNull())
    // Searches for words that this member had not searched for on that day
    .addColumn('different', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('staff_search_counts_pk', ['staff_id', 'day', 'call', 'kind'])
  await inKeyOrder(counts, engine).execute()
  await db.schema.createIndex('staff_search_counts_day').on('staff_search_counts').columns(['day']).execute()

  const words = db.schema
    .createTable('staff_searched_words')
    .addColumn('staff_id', 'integer', (column) => column.notNull().references('staff.id'))
    .addColumn('day', 'bigint', (column) => column.notNull())
    .addColumn('call', 'text', (column) => column.notNull())
    // HMAC-SHA256: the typed text may be a phone number
    .addColumn('words_hash', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('staff_searched_words_pk', ['staff_id', 'day', 'call', 'words_hash'])
  await inKeyOrder(words, engine).execute()
  await db.schema.createIndex('staff_searched_words_day').on('staff_searched_words').columns(['day']).execute()
}
