import { sql, type Kysely } from 'kysely'
import { createTableWithId } from '../columns.ts'
import type { Engine } from '../database.ts'

/** What is known of the machines' clocks, and exams that staff give back after one was wrong. */
export async function up(db: Kysely<any>, engine: Engine): Promise<void> {
  await db.schema
    .createTable('clock_frames')
    // One start of a machine
    .addColumn('boot', 'text', (column) => column.primaryKey())
    // The site's time minus the uptime, which no setting of the clock changes
    .addColumn('frame', 'bigint', (column) => column.notNull())
    .addColumn('seen_at', 'bigint', (column) => column.notNull())
    // 1: staff have said that the machine's new time is right
    .addColumn('accepted', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()

  // Times that never passed for who was in an exam: the site's clock went from one instant to another.
  await createTableWithId(db, 'clock_steps', engine)
    .addColumn('before_at', 'bigint', (column) => column.notNull().unique())
    .addColumn('after_at', 'bigint', (column) => column.notNull())
    // 'postgres', 'quiet', 'accepted' or 'away'
    .addColumn('cause', 'text', (column) => column.notNull())
    .execute()

  // What the clock said when it was finished, as opposed to when it ended
  await db.schema.alterTable('attempts').addColumn('finished_at', 'bigint').execute()
  // Milliseconds that are left of an attempt that was given back, until its learner continues
  await db.schema.alterTable('attempts').addColumn('time_left', 'bigint').execute()

  // The attempt as it was before it was given back.
  await createTableWithId(db, 'attempt_returns', engine)
    .addColumn('attempt_id', 'integer', (column) => column.notNull().references('attempts.id').onDelete('cascade'))
    .addColumn('returned_at', 'bigint', (column) => column.notNull())
    .addColumn('time_left', 'bigint', (column) => column.notNull())
    .addColumn('started_at', 'bigint', (column) => column.notNull())
    .addColumn('deadline_at', 'bigint', (column) => column.notNull())
    .addColumn('submitted_at', 'bigint')
    .addColumn('finished_at', 'bigint')
    .addColumn('score_units', 'integer')
    .addColumn('correct_count', 'integer')
    .addColumn('incorrect_count', 'integer')
    .execute()
  await db.schema.createIndex('attempt_returns_attempt').on('attempt_returns').columns(['attempt_id', 'id']).execute()

  // What is looked through when attempts are given back: they are few among those that the clock ended.
  await db.schema
    .createIndex('attempts_ended_by_clock')
    .on('attempts')
    .columns(['deadline_at'])
    .where(sql.ref('finished_by'), '=', sql.lit('deadline'))
    .execute()
}
