import type { Kysely } from 'kysely'
import { inKeyOrder } from '../columns.ts'
import type { Engine } from '../database.ts'

/** Questions of quizzes that learners saw and left without an answer. */
export async function up(db: Kysely<any>, engine: Engine): Promise<void> {
  await inKeyOrder(
    db.schema
      .createTable('quiz_skips')
      .addColumn('attempt_id', 'integer', (column) =>
        column.notNull().references('quiz_attempts.id').onDelete('cascade'),
      )
      .addColumn('question_id', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('quiz_skips_key', ['attempt_id', 'question_id']),
    engine,
  ).execute()
}
