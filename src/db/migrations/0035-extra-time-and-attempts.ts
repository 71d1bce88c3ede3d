import type { Kysely } from 'kysely'
import { createTableWithId, inKeyOrder } from '../columns.ts'
import type { Engine } from '../database.ts'

/** What staff give a candidate beyond what the exam gives everybody: time of an attempt, and attempts. */
export async function up(db: Kysely<any>, engine: Engine): Promise<void> {
  await createTableWithId(db, 'attempt_extensions', engine)
    .addColumn('attempt_id', 'integer', (column) => column.notNull().references('attempts.id').onDelete('cascade'))
    .addColumn('given_at', 'bigint', (column) => column.notNull())
    .addColumn('minutes', 'integer', (column) => column.notNull())
    // What the attempt's deadline was and became; others may follow.
    .addColumn('deadline_before', 'bigint', (column) => column.notNull())
    .addColumn('deadline_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('attempt_extensions_attempt').on('attempt_extensions').columns(['attempt_id']).execute()
  // Servers read every second which of them are of attempts under way.
  await db.schema.createIndex('attempt_extensions_ending').on('attempt_extensions').columns(['deadline_at']).execute()

  await inKeyOrder(
    db.schema
      .createTable('extra_attempts')
      .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('exam_id', 'integer', (column) => column.notNull().references('exams.id'))
      // Beyond attempts_allowed of the exam, all that were given together
      .addColumn('attempts', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('extra_attempts_key', ['user_id', 'exam_id']),
    engine,
  ).execute()
}
