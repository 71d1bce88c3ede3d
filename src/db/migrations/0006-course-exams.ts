import type { Kysely } from 'kysely'
import { createTableWithId } from '../columns.ts'
import type { Engine } from '../database.ts'

/** Exams of courses: an exam may stand in several courses, in each as a whole or at one of its chapters. */
export async function up(db: Kysely<any>, engine: Engine): Promise<void> {
  await createTableWithId(db, 'exam_courses', engine)
    .addColumn('exam_id', 'integer', (column) => column.notNull().references('exams.id'))
    .addColumn('course_id', 'integer', (column) => column.notNull().references('courses.id'))
    .addColumn('chapter_id', 'integer', (column) => column.references('chapters.id'))
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('retired', 'integer', (column) => column.notNull().defaultTo(0))
    .addUniqueConstraint('exam_courses_pair', ['exam_id', 'course_id'])
    .execute()
  await db.schema.createIndex('exam_courses_course').on('exam_courses').columns(['course_id']).execute()

  await db
    .insertInto('exam_courses')
    .columns(['exam_id', 'course_id', 'position', 'created_at'])
    .expression(
      db.selectFrom('exams').where('course_id', 'is not', null).select(['id', 'course_id', 'position', 'created_at']),
    )
    .execute()
  await db.schema.dropIndex('exams_course').execute()
  await db.schema.alterTable('exams').dropColumn('course_id').execute()

  // The course that an attempt was started in. Attempts count for the exam, whatever the course.
  await db.schema
    .alterTable('attempts')
    .addColumn('course_map_id', 'integer', (column) => column.references('exam_courses.id'))
    .execute()
}
