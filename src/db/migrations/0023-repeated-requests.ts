import { sql, type Kysely } from 'kysely'
import { inKeyOrder } from '../columns.ts'
import type { Engine } from '../database.ts'

/** What was answered to calls that create something, so that one sent twice creates once; and comments in order of time. */
export async function up(db: Kysely<any>, engine: Engine): Promise<void> {
  const replies = db.schema
    .createTable('creation_replies')
    .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('call', 'text', (column) => column.notNull())
    // The caller's name for the request
    .addColumn('key', 'text', (column) => column.notNull())
    // SHA-256 of what was asked for
    .addColumn('input_hash', 'text', (column) => column.notNull())
    // JSON; empty only within the transaction that creates
    .addColumn('reply', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('creation_replies_pk', ['user_id', 'call', 'key'])
  await inKeyOrder(replies, engine).execute()
  await db.schema.createIndex('creation_replies_created').on('creation_replies').columns(['created_at']).execute()

  // Comments of a panel, and replies to a comment, are read a page at a time in the order of their time
  await sql`create index discussions_comments on discussions (panel_id, created_at, id) where parent_id is null and deleted_at is null`.execute(
    db,
  )
  await sql`create index discussions_replies on discussions (parent_id, created_at, id) where parent_id is not null and deleted_at is null`.execute(
    db,
  )
}
