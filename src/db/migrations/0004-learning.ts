import type { Kysely } from 'kysely'
import { createTableWithId, inKeyOrder } from '../columns.ts'
import type { Engine } from '../database.ts'

/** The learning area: videos, documents, communities, workouts, live classes, discussions. */
export async function up(db: Kysely<any>, engine: Engine): Promise<void> {
  // Course-level video on the other provider, and the picture shown without any video.
  await db.schema.alterTable('courses').addColumn('video', 'text').execute()
  await db.schema.alterTable('courses').addColumn('cover', 'text').execute()

  await db.schema.alterTable('chapters').addColumn('video_provider', 'text').execute()
  await db.schema.alterTable('chapters').addColumn('video', 'text').execute()
  await db.schema.alterTable('chapters').addColumn('hparameter', 'text').execute()
  await db.schema.alterTable('chapters').addColumn('captions', 'text').execute()

  await db.schema
    .alterTable('chapter_progress')
    .addColumn('position_ms', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema.alterTable('chapter_progress').addColumn('position_at', 'bigint').execute()

  // 'learner' or 'mentor'
  await db.schema
    .alterTable('users')
    .addColumn('role', 'text', (column) => column.notNull().defaultTo('learner'))
    .execute()

  await createTableWithId(db, 'chapter_documents', engine)
    .addColumn('chapter_id', 'integer', (column) => column.notNull().references('chapters.id'))
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('file', 'text', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('retired', 'integer', (column) => column.notNull().defaultTo(0))
    .addUniqueConstraint('chapter_documents_key', ['chapter_id', 'key'])
    .execute()

  await createTableWithId(db, 'syllabuses', engine)
    .addColumn('course_id', 'integer', (column) => column.notNull().references('courses.id'))
    .addColumn('year', 'text', (column) => column.notNull())
    .addColumn('file', 'text', (column) => column.notNull())
    .addColumn('retired', 'integer', (column) => column.notNull().defaultTo(0))
    .addUniqueConstraint('syllabuses_year', ['course_id', 'year'])
    .execute()

  await createTableWithId(db, 'course_communities', engine)
    .addColumn('course_id', 'integer', (column) => column.notNull().references('courses.id'))
    // 'wa_community' or 'tg_community'
    .addColumn('option', 'text', (column) => column.notNull())
    .addColumn('link', 'text', (column) => column.notNull())
    .addColumn('retired', 'integer', (column) => column.notNull().defaultTo(0))
    .addUniqueConstraint('course_communities_option', ['course_id', 'option'])
    .execute()

  await inKeyOrder(
    db.schema
      .createTable('community_joins')
      .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('community_id', 'integer', (column) => column.notNull().references('course_communities.id'))
      .addColumn('course_id', 'integer', (column) => column.notNull().references('courses.id'))
      .addColumn('joined_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('community_joins_key', ['user_id', 'community_id']),
    engine,
  ).execute()

  await createTableWithId(db, 'daily_workouts', engine)
    .addColumn('course_id', 'integer', (column) => column.notNull().references('courses.id'))
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('contenttype', 'text', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('content', 'text', (column) => column.notNull())
    .addColumn('filename', 'text', (column) => column.notNull())
    .addColumn('published_at', 'bigint', (column) => column.notNull())
    .addColumn('published_rule', 'text')
    .addColumn('retired', 'integer', (column) => column.notNull().defaultTo(0))
    .addUniqueConstraint('daily_workouts_key', ['course_id', 'key'])
    .execute()
  await db.schema
    .createIndex('daily_workouts_listing')
    .on('daily_workouts')
    .columns(['course_id', 'published_at'])
    .execute()

  await createTableWithId(db, 'live_classes', engine)
    .addColumn('course_id', 'integer', (column) => column.notNull().references('courses.id'))
    .addColumn('key', 'text', (column) => column.notNull().unique())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('tutor_name', 'text', (column) => column.notNull())
    .addColumn('join_url', 'text', (column) => column.notNull())
    .addColumn('starts_at', 'bigint', (column) => column.notNull())
    .addColumn('ends_at', 'bigint', (column) => column.notNull())
    .addColumn('starts_rule', 'text')
    .addColumn('ends_rule', 'text')
    .addColumn('retired', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema.createIndex('live_classes_start').on('live_classes').columns(['starts_at']).execute()

  // What learners did, kept as it happened: opened a syllabus or a workout, joined a class, went to buy.
  await createTableWithId(db, 'activity_log', engine)
    .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id').onDelete('cascade'))
    // 'syllabus', 'workout', 'live_class', 'purchase'
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('target_id', 'integer', (column) => column.notNull())
    .addColumn('detail', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('activity_log_user')
    .on('activity_log')
    .columns(['user_id', 'kind', 'target_id', 'created_at'])
    .execute()

  await db.schema
    .createTable('calendar_feeds')
    .addColumn('user_id', 'integer', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()

  await createTableWithId(db, 'discussion_panels', engine)
    .addColumn('course_id', 'integer', (column) => column.notNull().unique().references('courses.id'))
    .addColumn('retired', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()

  await createTableWithId(db, 'discussions', engine)
    .addColumn('panel_id', 'integer', (column) => column.notNull().references('discussion_panels.id'))
    .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('parent_id', 'integer', (column) => column.references('discussions.id').onDelete('cascade'))
    .addColumn('content_html', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('deleted_at', 'bigint')
    .execute()
  await db.schema.createIndex('discussions_panel').on('discussions').columns(['panel_id', 'id']).execute()
  await db.schema.createIndex('discussions_deleted').on('discussions').columns(['panel_id', 'deleted_at']).execute()
  await db.schema.createIndex('discussions_user').on('discussions').columns(['user_id', 'created_at']).execute()
  await db.schema.createIndex('discussions_parent').on('discussions').columns(['parent_id']).execute()

  await inKeyOrder(
    db.schema
      .createTable('discussion_reports')
      .addColumn('discussion_id', 'integer', (column) =>
        column.notNull().references('discussions.id').onDelete('cascade'),
      )
      .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('discussion_reports_key', ['discussion_id', 'user_id']),
    engine,
  ).execute()
  await db.schema.createIndex('discussion_reports_user').on('discussion_reports').columns(['user_id']).execute()
}
