import type { Kysely } from 'kysely'
import { createTableWithId, inKeyOrder } from '../columns.ts'
import type { Engine } from '../database.ts'

/** Pages of our own: for news with a text of their own, for articles of the blog, and for webinars that learners register for. */
export async function up(db: Kysely<any>, engine: Engine): Promise<void> {
  await db.schema.alterTable('news').addColumn('title', 'text').execute()
  await db.schema.alterTable('news').addColumn('body_html', 'text').execute()
  // An entry with a text of its own may do without `link`, which is '' then: servers of the version before go on reading it.

  await createTableWithId(db, 'blog_articles', engine)
    .addColumn('key', 'text', (column) => column.notNull().unique())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('summary', 'text', (column) => column.notNull())
    .addColumn('author', 'text', (column) => column.notNull())
    .addColumn('image', 'text', (column) => column.notNull())
    .addColumn('alt', 'text', (column) => column.notNull())
    .addColumn('body_html', 'text', (column) => column.notNull())
    .addColumn('published_at', 'bigint', (column) => column.notNull())
    .addColumn('published_rule', 'text')
    .addColumn('retired', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema
    .createIndex('blog_articles_listing')
    .on('blog_articles')
    .columns(['retired', 'published_at'])
    .execute()

  await createTableWithId(db, 'webinars', engine)
    .addColumn('key', 'text', (column) => column.notNull().unique())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('summary', 'text', (column) => column.notNull())
    .addColumn('about_html', 'text', (column) => column.notNull())
    .addColumn('presenter', 'text', (column) => column.notNull())
    .addColumn('image', 'text', (column) => column.notNull())
    .addColumn('alt', 'text', (column) => column.notNull())
    .addColumn('join_url', 'text', (column) => column.notNull())
    .addColumn('recording_url', 'text')
    // How many may register; null: as many as want to.
    .addColumn('seats', 'integer')
    .addColumn('starts_at', 'bigint', (column) => column.notNull())
    .addColumn('ends_at', 'bigint', (column) => column.notNull())
    .addColumn('starts_rule', 'text')
    .addColumn('ends_rule', 'text')
    .addColumn('retired', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema.createIndex('webinars_start').on('webinars').columns(['starts_at']).execute()

  await inKeyOrder(
    db.schema
      .createTable('webinar_registrations')
      .addColumn('webinar_id', 'integer', (column) => column.notNull().references('webinars.id'))
      .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      // The start that the learner has been reminded of: a webinar that is moved is announced again.
      .addColumn('reminded_of', 'bigint')
      .addPrimaryKeyConstraint('webinar_registrations_key', ['webinar_id', 'user_id']),
    engine,
  ).execute()
  await db.schema.createIndex('webinar_registrations_user').on('webinar_registrations').columns(['user_id']).execute()
}
