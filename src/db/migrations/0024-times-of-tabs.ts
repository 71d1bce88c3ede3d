import { sql, type Kysely } from 'kysely'
import { inKeyOrder } from '../columns.ts'
import type { Engine } from '../database.ts'

/** Each tab of an attempt keeps its own account of how long it showed a question; their sum is the question's time. */
export async function up(db: Kysely<any>, engine: Engine): Promise<void> {
  const key = ['attempt_id', 'question_id', 'writer'] as const
  if (engine === 'postgres') {
    await db.schema
      .alterTable('question_times')
      .addColumn('writer', 'text', (column) => column.notNull().defaultTo(''))
      .execute()
    await db.schema.alterTable('question_times').dropConstraint('question_times_key').execute()
    await db.schema
      .alterTable('question_times')
      .addPrimaryKeyConstraint('question_times_key', [...key])
      .execute()
    return
  }
  // SQLite changes no primary key: the table is made anew.
  await db.schema.alterTable('question_times').renameTo('question_times_before').execute()
  await inKeyOrder(
    db.schema
      .createTable('question_times')
      .addColumn('attempt_id', 'integer', (column) => column.notNull().references('attempts.id').onDelete('cascade'))
      .addColumn('question_id', 'integer', (column) => column.notNull())
      .addColumn('ms', 'integer', (column) => column.notNull())
      // The name of the tab; empty of callers without one, and of before.
      .addColumn('writer', 'text', (column) => column.notNull().defaultTo(''))
      .addPrimaryKeyConstraint('question_times_key', [...key]),
    engine,
  ).execute()
  await sql`insert into question_times (attempt_id, question_id, ms)
    select attempt_id, question_id, ms from question_times_before order by attempt_id, question_id`.execute(db)
  await db.schema.dropTable('question_times_before').execute()
}
