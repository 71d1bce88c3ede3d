import type { Kysely } from 'kysely'
import { createTableWithId, inKeyOrder } from '../columns.ts'
import type { Engine } from '../database.ts'

/** Quick questions: quizzes, questions on a chapter's video, and what learners answered. */
export async function up(db: Kysely<any>, engine: Engine): Promise<void> {
  await createTableWithId(db, 'quizzes', engine)
    .addColumn('key', 'text', (column) => column.notNull().unique())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('category', 'text')
    .addColumn('minutes', 'integer', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('retired', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()

  await createTableWithId(db, 'quiz_questions', engine)
    .addColumn('quiz_id', 'integer', (column) => column.notNull().references('quizzes.id'))
    .addColumn('question_id', 'integer', (column) => column.notNull().references('questions.id'))
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('retired', 'integer', (column) => column.notNull().defaultTo(0))
    .addUniqueConstraint('quiz_questions_question', ['quiz_id', 'question_id'])
    .execute()

  await createTableWithId(db, 'quiz_attempts', engine)
    .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('quiz_id', 'integer', (column) => column.notNull().references('quizzes.id'))
    // Questions the quiz had then; what is neither correct nor incorrect was not attended.
    .addColumn('question_count', 'integer', (column) => column.notNull())
    .addColumn('correct_count', 'integer', (column) => column.notNull())
    .addColumn('incorrect_count', 'integer', (column) => column.notNull())
    // The browser's own name of the attempt, so that one that is sent again is stored once
    .addColumn('submission', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('quiz_attempts_submission', ['user_id', 'submission'])
    .execute()
  await db.schema.createIndex('quiz_attempts_user').on('quiz_attempts').columns(['user_id', 'id']).execute()

  // The submit itself checks that question and option belong to the quiz, as with exams (0003).
  await inKeyOrder(
    db.schema
      .createTable('quiz_answers')
      .addColumn('attempt_id', 'integer', (column) =>
        column.notNull().references('quiz_attempts.id').onDelete('cascade'),
      )
      .addColumn('question_id', 'integer', (column) => column.notNull())
      .addColumn('option_id', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('quiz_answers_key', ['attempt_id', 'question_id']),
    engine,
  ).execute()

  await createTableWithId(db, 'chapter_questions', engine)
    .addColumn('chapter_id', 'integer', (column) => column.notNull().references('chapters.id'))
    .addColumn('question_id', 'integer', (column) => column.notNull().references('questions.id'))
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('retired', 'integer', (column) => column.notNull().defaultTo(0))
    .addUniqueConstraint('chapter_questions_question', ['chapter_id', 'question_id'])
    .execute()

  await createTableWithId(db, 'chapter_attempts', engine)
    .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('chapter_id', 'integer', (column) => column.notNull().references('chapters.id'))
    .addColumn('correct_count', 'integer', (column) => column.notNull())
    .addColumn('incorrect_count', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('chapter_attempts_user').on('chapter_attempts').columns(['user_id', 'id']).execute()

  await inKeyOrder(
    db.schema
      .createTable('chapter_answers')
      .addColumn('attempt_id', 'integer', (column) =>
        column.notNull().references('chapter_attempts.id').onDelete('cascade'),
      )
      .addColumn('question_id', 'integer', (column) => column.notNull())
      .addColumn('option_id', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('chapter_answers_key', ['attempt_id', 'question_id']),
    engine,
  ).execute()
  // What chapter a video belongs to.
  await db.schema.createIndex('chapters_video').on('chapters').columns(['video']).execute()
}
