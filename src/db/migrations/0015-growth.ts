import { sql, type Kysely } from 'kysely'

/** Indexes for queries that would otherwise take longer the more learners there are (docs/scaling.md). */
export async function up(db: Kysely<any>): Promise<void> {
  // Every sending of a code removes what no limit looks at any more.
  await db.schema.createIndex('one_time_codes_sent').on('one_time_codes').columns(['sent_at']).execute()
  await db.schema.createIndex('code_addresses_seen').on('code_addresses').columns(['seen_at']).execute()

  // The number on the bell is asked for by every page: what one learner is told, and what everybody or those of a course
  // are, each in an index that has nothing of the other.
  await db.schema.dropIndex('notifications_user').execute()
  await db.schema
    .createIndex('notifications_user')
    .on('notifications')
    .columns(['user_id', 'created_at'])
    .where(sql.ref('user_id'), 'is not', sql.lit(null))
    .execute()
  await db.schema
    .createIndex('notifications_shared')
    .on('notifications')
    .columns(['course_id', 'created_at'])
    .where(sql.ref('user_id'), 'is', sql.lit(null))
    .execute()

  // Of replies alone: with the comments in it, which are replies to nothing, SQLite would look through those of all panels.
  await db.schema.dropIndex('discussions_parent').execute()
  await db.schema
    .createIndex('discussions_parent')
    .on('discussions')
    .columns(['parent_id'])
    .where(sql.ref('parent_id'), 'is not', sql.lit(null))
    .execute()

  // What the sweep of ended accounts looks for every hour.
  await db.schema
    .createIndex('users_deleted')
    .on('users')
    .columns(['deleted_at'])
    .where(sql.ref('deleted_at'), 'is not', sql.lit(null))
    .execute()
  await db.schema
    .createIndex('purchases_buyer_until')
    .on('purchases')
    .columns(['buyer_until'])
    .where(sql.ref('buyer_until'), 'is not', sql.lit(null))
    .execute()
}
