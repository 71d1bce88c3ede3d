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

  // Comments of a panel, and replies to a comment, are read a page at a time in the order of their time.
  await db.schema
    .createIndex('discussions_comments')
    .on('discussions')
    .columns(['panel_id', 'created_at', 'id'])
    .where(sql.ref('parent_id'), 'is', sql.lit(null))
    .where(sql.ref('deleted_at'), 'is', sql.lit(null))
    .execute()
  await db.schema
    .createIndex('discussions_replies')
    .on('discussions')
    .columns(['parent_id', 'created_at', 'id'])
    .where(sql.ref('parent_id'), 'is not', sql.lit(null))
    .where(sql.ref('deleted_at'), 'is', sql.lit(null))
    .execute()
}
