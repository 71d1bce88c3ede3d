import { sql, type Kysely } from 'kysely'
import { inKeyOrder } from '../columns.ts'
import type { Engine } from '../database.ts'

/** The notebook of mistakes: what each learner got wrong or skipped, and when it is to be practised. */
export async function up(db: Kysely<any>, engine: Engine): Promise<void> {
  // One row a learner. Whatever changes a notebook writes here first, so that changes of one notebook wait for each other.
  await db.schema
    .createTable('practice_notebooks')
    .addColumn('user_id', 'integer', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('changed_at', 'bigint', (column) => column.notNull())
    .execute()

  // No foreign keys to questions and options, as with responses: learners would lock the same few rows on PostgreSQL.
  await inKeyOrder(
    db.schema
      .createTable('practice_cards')
      .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('question_id', 'integer', (column) => column.notNull())
      // Where the question was last missed: 'exam', 'quiz' or 'chapter', and its id and title.
      .addColumn('source_kind', 'text', (column) => column.notNull())
      .addColumn('source_id', 'integer', (column) => column.notNull())
      .addColumn('source_title', 'text', (column) => column.notNull())
      .addColumn('added_at', 'bigint', (column) => column.notNull())
      .addColumn('left_at', 'bigint')
      // 'known' or 'removed'
      .addColumn('left_reason', 'text')
      .addColumn('due_at', 'bigint', (column) => column.notNull())
      .addColumn('stability', 'double precision', (column) => column.notNull())
      .addColumn('difficulty', 'double precision', (column) => column.notNull())
      // Reviews so far, exams included: the number of the last one.
      .addColumn('reps', 'integer', (column) => column.notNull())
      .addColumn('lapses', 'integer', (column) => column.notNull())
      .addColumn('state', 'integer', (column) => column.notNull())
      .addColumn('last_review_at', 'bigint')
      .addPrimaryKeyConstraint('practice_cards_key', ['user_id', 'question_id']),
    engine,
  ).execute()
  await db.schema
    .createIndex('practice_cards_due')
    .on('practice_cards')
    .columns(['user_id', 'due_at', 'question_id'])
    .where(sql.ref('left_at'), 'is', sql.lit(null))
    .execute()
  await db.schema
    .createIndex('practice_cards_source')
    .on('practice_cards')
    .columns(['user_id', 'source_kind', 'source_id', 'due_at', 'question_id'])
    .where(sql.ref('left_at'), 'is', sql.lit(null))
    .execute()
  await db.schema
    .createIndex('practice_cards_left')
    .on('practice_cards')
    .columns(['user_id', 'left_at', 'question_id'])
    .where(sql.ref('left_at'), 'is not', sql.lit(null))
    .execute()

  // Every review as it happened, with the memory before it, so that it can be worked out again.
  await inKeyOrder(
    db.schema
      .createTable('practice_reviews')
      .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('question_id', 'integer', (column) => column.notNull())
      .addColumn('number', 'integer', (column) => column.notNull())
      // 0: the answer, or the mistake in an exam; 1: the learner's own grade of that answer
      .addColumn('step', 'integer', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('rating', 'integer', (column) => column.notNull())
      .addColumn('option_id', 'integer')
      .addColumn('took_ms', 'bigint')
      .addColumn('reviewed_at', 'bigint', (column) => column.notNull())
      .addColumn('due_at', 'bigint', (column) => column.notNull())
      .addColumn('stability', 'double precision', (column) => column.notNull())
      .addColumn('difficulty', 'double precision', (column) => column.notNull())
      .addColumn('reps', 'integer', (column) => column.notNull())
      .addColumn('lapses', 'integer', (column) => column.notNull())
      .addColumn('state', 'integer', (column) => column.notNull())
      .addColumn('last_review_at', 'bigint')
      .addPrimaryKeyConstraint('practice_reviews_key', ['user_id', 'question_id', 'number', 'step']),
    engine,
  ).execute()

  // The finished attempts whose mistakes the notebook has.
  await inKeyOrder(
    db.schema
      .createTable('practice_taken')
      .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('source_kind', 'text', (column) => column.notNull())
      .addColumn('attempt_id', 'integer', (column) => column.notNull())
      .addColumn('taken_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('practice_taken_key', ['user_id', 'source_kind', 'attempt_id']),
    engine,
  ).execute()
}
