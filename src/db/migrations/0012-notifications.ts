import { sql, type Kysely } from 'kysely'
import { createTableWithId, inKeyOrder } from '../columns.ts'
import type { Engine } from '../database.ts'

/** What learners are told, who has read it, and the browsers it is pushed to. */
export async function up(db: Kysely<any>, engine: Engine): Promise<void> {
  await createTableWithId(db, 'notifications', engine)
    // To one learner; else to those who had the course when it was written; else to everybody.
    .addColumn('user_id', 'integer', (column) => column.references('users.id').onDelete('cascade'))
    .addColumn('course_id', 'integer', (column) => column.references('courses.id'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    // Sanitised
    .addColumn('message_html', 'text', (column) => column.notNull())
    .addColumn('image', 'text')
    .addColumn('click_action', 'text', (column) => column.notNull())
    .addColumn('target_id', 'text')
    // What happened, so that it is told once, whoever tells it.
    .addColumn('key', 'text', (column) => column.unique())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('notifications_user').on('notifications').columns(['user_id', 'created_at']).execute()
  await db.schema.createIndex('notifications_expiry').on('notifications').columns(['expires_at']).execute()

  await inKeyOrder(
    db.schema
      .createTable('notification_reads')
      .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('notification_id', 'integer', (column) =>
        column.notNull().references('notifications.id').onDelete('cascade'),
      )
      .addColumn('read_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('notification_reads_key', ['user_id', 'notification_id']),
    engine,
  ).execute()
  await db.schema
    .createIndex('notification_reads_notification')
    .on('notification_reads')
    .columns(['notification_id'])
    .execute()

  // Kinds that a learner has switched on or off; without a row a kind is pushed.
  await inKeyOrder(
    db.schema
      .createTable('push_choices')
      .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('pushed', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('push_choices_key', ['user_id', 'kind']),
    engine,
  ).execute()

  // A browser, for as long as the session in which it subscribed.
  await createTableWithId(db, 'push_subscriptions', engine)
    .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('session_id', 'integer', (column) => column.notNull().references('sessions.id').onDelete('cascade'))
    .addColumn('endpoint', 'text', (column) => column.notNull().unique())
    .addColumn('p256dh', 'text', (column) => column.notNull())
    .addColumn('auth', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('push_subscriptions_user').on('push_subscriptions').columns(['user_id']).execute()
  await db.schema.createIndex('push_subscriptions_session').on('push_subscriptions').columns(['session_id']).execute()

  // What is still to be pushed; a row goes when it is done.
  await createTableWithId(db, 'push_deliveries', engine)
    .addColumn('notification_id', 'integer', (column) =>
      column.notNull().references('notifications.id').onDelete('cascade'),
    )
    .addColumn('subscription_id', 'integer', (column) =>
      column.notNull().references('push_subscriptions.id').onDelete('cascade'),
    )
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .addColumn('tries', 'integer', (column) => column.notNull().defaultTo(sql.lit(0)))
    .addUniqueConstraint('push_deliveries_once', ['notification_id', 'subscription_id'])
    .execute()
  await db.schema.createIndex('push_deliveries_due').on('push_deliveries').columns(['due_at']).execute()
  await db.schema
    .createIndex('push_deliveries_subscription')
    .on('push_deliveries')
    .columns(['subscription_id'])
    .execute()
}
