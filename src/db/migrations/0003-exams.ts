import { sql, type Kysely } from 'kysely'
import { createTableWithId, inKeyOrder } from '../columns.ts'
import type { Engine } from '../database.ts'

/** Questions, exams, and what candidates answered. */
export async function up(db: Kysely<any>, engine: Engine): Promise<void> {
  await createTableWithId(db, 'questions', engine)
    .addColumn('key', 'text', (column) => column.notNull().unique())
    .addColumn('content_html', 'text', (column) => column.notNull())
    .addColumn('explanation_html', 'text', (column) => column.notNull())
    .execute()

  await createTableWithId(db, 'question_options', engine)
    .addColumn('question_id', 'integer', (column) => column.notNull().references('questions.id'))
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('content_html', 'text', (column) => column.notNull())
    .addColumn('is_answer', 'integer', (column) => column.notNull())
    .addUniqueConstraint('question_options_position', ['question_id', 'position'])
    .execute()

  await createTableWithId(db, 'exams', engine)
    .addColumn('key', 'text', (column) => column.notNull().unique())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('category_title', 'text', (column) => column.notNull())
    .addColumn('course_id', 'integer', (column) => column.references('courses.id'))
    // 1: mock test (document 2, section 9); 2: exam of a course
    .addColumn('exam_type_id', 'integer', (column) => column.notNull())
    .addColumn('minutes', 'integer')
    .addColumn('attempts_allowed', 'integer', (column) => column.notNull())
    .addColumn('view_answer', 'integer', (column) => column.notNull())
    .addColumn('instructions_html', 'text', (column) => column.notNull())
    // JSON list of the registration fields asked for; empty when none is needed
    .addColumn('registration_fields', 'text', (column) => column.notNull())
    .addColumn('opens_at', 'bigint', (column) => column.notNull())
    .addColumn('closes_at', 'bigint', (column) => column.notNull())
    // The pack's words for the two instants when they are relative, to work them out again each day
    .addColumn('opens_rule', 'text')
    .addColumn('closes_rule', 'text')
    .addColumn('paper_id', 'integer')
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('retired', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema.createIndex('exams_listing').on('exams').columns(['exam_type_id', 'retired', 'closes_at']).execute()
  await db.schema.createIndex('exams_course').on('exams').columns(['course_id']).execute()

  // The questions and marks of an exam at one time. A changed exam gets a new paper; attempts keep theirs.
  await createTableWithId(db, 'papers', engine)
    .addColumn('exam_id', 'integer', (column) => column.notNull().references('exams.id'))
    .addColumn('fingerprint', 'text', (column) => column.notNull())
    .addColumn('question_count', 'integer', (column) => column.notNull())
    // Marks are whole units, `units_per_mark` of them a mark, so that a third of a mark is exact.
    .addColumn('units_per_mark', 'integer', (column) => column.notNull())
    .addColumn('correct_units', 'integer', (column) => column.notNull())
    .addColumn('wrong_units', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('papers_fingerprint', ['exam_id', 'fingerprint'])
    .execute()

  await createTableWithId(db, 'paper_sections', engine)
    .addColumn('paper_id', 'integer', (column) => column.notNull().references('papers.id'))
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addUniqueConstraint('paper_sections_position', ['paper_id', 'position'])
    .execute()

  await inKeyOrder(
    db.schema
      .createTable('paper_questions')
      .addColumn('paper_id', 'integer', (column) => column.notNull().references('papers.id'))
      .addColumn('question_id', 'integer', (column) => column.notNull().references('questions.id'))
      .addColumn('section_id', 'integer', (column) => column.notNull().references('paper_sections.id'))
      .addColumn('position', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('paper_questions_key', ['paper_id', 'question_id']),
    engine,
  ).execute()

  await createTableWithId(db, 'attempts', engine)
    .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id'))
    .addColumn('exam_id', 'integer', (column) => column.notNull().references('exams.id'))
    .addColumn('paper_id', 'integer', (column) => column.notNull().references('papers.id'))
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('started_at', 'bigint', (column) => column.notNull())
    .addColumn('deadline_at', 'bigint', (column) => column.notNull())
    .addColumn('submitted_at', 'bigint')
    // 'learner' or 'deadline'
    .addColumn('finished_by', 'text')
    .addColumn('score_units', 'integer')
    .addColumn('correct_count', 'integer')
    .addColumn('incorrect_count', 'integer')
    .addUniqueConstraint('attempts_number', ['user_id', 'exam_id', 'number'])
    .execute()
  // At most one open attempt of an exam a learner, whatever races.
  await db.schema
    .createIndex('attempts_open')
    .unique()
    .on('attempts')
    .columns(['user_id', 'exam_id'])
    .where(sql.ref('status'), '=', sql.lit('open'))
    .execute()
  // What the sweep of overdue attempts reads.
  await db.schema
    .createIndex('attempts_overdue')
    .on('attempts')
    .columns(['deadline_at'])
    .where(sql.ref('status'), '=', sql.lit('open'))
    .execute()

  await inKeyOrder(
    db.schema
      .createTable('responses')
      .addColumn('attempt_id', 'integer', (column) => column.notNull().references('attempts.id').onDelete('cascade'))
      // The save itself checks that question and option belong to the attempt's paper. A foreign key would make every
      // candidate lock the same few question rows on PostgreSQL.
      .addColumn('question_id', 'integer', (column) => column.notNull())
      .addColumn('option_id', 'integer')
      .addColumn('marked', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('seq', 'bigint', (column) => column.notNull())
      // The learner's own account of when the question was on the screen, milliseconds since 1970.
      .addColumn('time_from', 'bigint')
      .addColumn('time_to', 'bigint')
      .addColumn('saved_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('responses_key', ['attempt_id', 'question_id']),
    engine,
  ).execute()

  await createTableWithId(db, 'districts', engine)
    .addColumn('district_name', 'text', (column) => column.notNull().unique())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('retired', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await createTableWithId(db, 'communities', engine)
    .addColumn('category_name', 'text', (column) => column.notNull().unique())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('retired', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()

  await createTableWithId(db, 'exam_registrations', engine)
    .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('exam_id', 'integer', (column) => column.notNull().references('exams.id'))
    // JSON: the registration fields as given
    .addColumn('answers', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('exam_registrations_user', ['user_id', 'exam_id'])
    .execute()
}
