import { sql, type Kysely } from 'kysely'
import { createTableWithId } from '../columns.ts'
import type { Engine } from '../database.ts'

/** What those who run the site do with comments, accounts, courses and sales, and what it needs of them. */
export async function up(db: Kysely<any>, engine: Engine): Promise<void> {
  // Who did what, when and why. Nothing in it is changed, but for what is personal once an account has ended.
  await createTableWithId(db, 'staff_log', engine)
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('who', 'text', (column) => column.notNull())
    // 'comment hidden', 'access granted', …
    .addColumn('action', 'text', (column) => column.notNull())
    // 'comment 12', 'course 4'
    .addColumn('subject', 'text', (column) => column.notNull())
    // The learner it was done to; null once their account has ended
    .addColumn('user_id', 'integer', (column) => column.references('users.id'))
    .addColumn('reason', 'text', (column) => column.notNull())
    // JSON of the values that changed
    .addColumn('before', 'text', (column) => column.notNull())
    .addColumn('after', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('staff_log_user').on('staff_log').columns(['user_id', 'id']).execute()

  // Since when an account may not log in, and may not write in discussions
  await db.schema.alterTable('users').addColumn('blocked_at', 'bigint').execute()
  await db.schema.alterTable('users').addColumn('muted_at', 'bigint').execute()

  // Since when staff have a comment out of sight, which can be undone; `deleted_at` is set as well
  await db.schema.alterTable('discussions').addColumn('hidden_at', 'bigint').execute()
  // How often a comment was hidden or restored, which the count of those out of sight does not tell
  await db.schema
    .alterTable('discussion_panels')
    .addColumn('changes', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  // When somebody had looked at the report
  await db.schema.alterTable('discussion_reports').addColumn('settled_at', 'bigint').execute()
  await db.schema
    .createIndex('discussion_reports_open')
    .on('discussion_reports')
    .columns(['discussion_id'])
    .where(sql.ref('settled_at'), 'is', sql.lit(null))
    .execute()

  // How money that was taken elsewhere was paid; null of the payments of providers
  await db.schema.alterTable('payments').addColumn('method', 'text').execute()
}
