import { sql, type Kysely } from 'kysely'
import { createTableWithId, inKeyOrder } from '../columns.ts'
import type { Engine } from '../database.ts'

/** Notifications that staff write: when they are due, to whom, and how many were reached. */
export async function up(db: Kysely<any>, engine: Engine): Promise<void> {
  await createTableWithId(db, 'announcements', engine)
    // 'scheduled', 'sent', 'cancelled', 'withdrawn'
    .addColumn('state', 'text', (column) => column.notNull())
    // 'all', 'course', 'list', 'learner'; the learners of the last two stand in announcement_learners
    .addColumn('audience', 'text', (column) => column.notNull())
    .addColumn('course_id', 'integer', (column) => column.references('courses.id'))
    .addColumn('title', 'text', (column) => column.notNull())
    // As it was typed, and what was made of it
    .addColumn('message', 'text', (column) => column.notNull())
    .addColumn('format', 'text', (column) => column.notNull())
    .addColumn('message_html', 'text', (column) => column.notNull())
    .addColumn('image', 'text')
    .addColumn('click_action', 'text')
    .addColumn('target_id', 'text')
    .addColumn('send_at', 'bigint', (column) => column.notNull())
    .addColumn('sent_at', 'bigint')
    // Cancelled or withdrawn
    .addColumn('ended_at', 'bigint')
    .addColumn('ended_by', 'text')
    // Counts changes, so that two who make one at once are told
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('created_by', 'text', (column) => column.notNull())
    .addColumn('changed_at', 'bigint', (column) => column.notNull())
    .addColumn('changed_by', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('announcements_time').on('announcements').columns(['send_at', 'id']).execute()
  await db.schema
    .createIndex('announcements_due')
    .on('announcements')
    .where(sql.ref('state'), '=', sql.lit('scheduled'))
    .columns(['send_at', 'id'])
    .execute()

  await inKeyOrder(
    db.schema
      .createTable('announcement_learners')
      .addColumn('announcement_id', 'integer', (column) =>
        column.notNull().references('announcements.id').onDelete('cascade'),
      )
      .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addPrimaryKeyConstraint('announcement_learners_key', ['announcement_id', 'user_id']),
    engine,
  ).execute()
  await db.schema.createIndex('announcement_learners_user').on('announcement_learners').columns(['user_id']).execute()

  // Apart, since messages are counted while somebody changes what they say
  await db.schema
    .createTable('announcement_counts')
    .addColumn('announcement_id', 'integer', (column) =>
      column.primaryKey().references('announcements.id').onDelete('cascade'),
    )
    // Learners at the moment of sending, and browsers to which it was to be pushed then
    .addColumn('told', 'integer', (column) => column.notNull())
    .addColumn('browsers', 'integer', (column) => column.notNull())
    .addColumn('pushed', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('failed', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('opened', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('counted_at', 'bigint', (column) => column.notNull())
    // When it is counted again; null once nothing changes any more
    .addColumn('count_at', 'bigint')
    .execute()
  await db.schema
    .createIndex('announcement_counts_due')
    .on('announcement_counts')
    .where(sql.ref('count_at'), 'is not', sql.lit(null))
    .columns(['count_at'])
    .execute()
}
