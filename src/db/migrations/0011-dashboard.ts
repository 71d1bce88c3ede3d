import type { Kysely } from 'kysely'
import { createTableWithId, inKeyOrder } from '../columns.ts'
import type { Engine } from '../database.ts'

/** What the dashboard shows beyond courses and exams: news, the marketing splash, preferences, and time spent watching. */
export async function up(db: Kysely<any>, engine: Engine): Promise<void> {
  await createTableWithId(db, 'news_categories', engine)
    .addColumn('title', 'text', (column) => column.notNull().unique())
    .addColumn('retired', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()

  await createTableWithId(db, 'news', engine)
    .addColumn('key', 'text', (column) => column.notNull().unique())
    .addColumn('category_id', 'integer', (column) => column.notNull().references('news_categories.id'))
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('link', 'text', (column) => column.notNull())
    .addColumn('image', 'text', (column) => column.notNull())
    .addColumn('alt', 'text', (column) => column.notNull())
    .addColumn('published_at', 'bigint', (column) => column.notNull())
    .addColumn('published_rule', 'text')
    .addColumn('retired', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema.createIndex('news_listing').on('news').columns(['retired', 'published_at']).execute()

  await createTableWithId(db, 'marketing_splashes', engine)
    .addColumn('key', 'text', (column) => column.notNull().unique())
    .addColumn('web_image', 'text', (column) => column.notNull())
    .addColumn('alt', 'text', (column) => column.notNull())
    .addColumn('splash_success', 'text', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('retired', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()

  await db.schema
    .createTable('user_preferences')
    .addColumn('user_id', 'integer', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
    // JSON list of keys of course groups.
    .addColumn('options', 'text', (column) => column.notNull())
    .addColumn('course', 'integer', (column) => column.notNull())
    .addColumn('exam', 'integer', (column) => column.notNull())
    .addColumn('changed_at', 'bigint', (column) => column.notNull())
    .execute()

  // How long a learner watched lectures on a day in India.
  await inKeyOrder(
    db.schema
      .createTable('watch_days')
      .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id').onDelete('cascade'))
      // Its midnight.
      .addColumn('day_at', 'bigint', (column) => column.notNull())
      .addColumn('watched_ms', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('watch_days_key', ['user_id', 'day_at']),
    engine,
  ).execute()
}
