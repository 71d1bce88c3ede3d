import { sql, type Kysely } from 'kysely'
import { inKeyOrder } from '../columns.ts'
import type { Engine } from '../database.ts'

/** How long candidates had each question on the screen, and what ranks them. */
export async function up(db: Kysely<any>, engine: Engine): Promise<void> {
  await inKeyOrder(
    db.schema
      .createTable('question_times')
      .addColumn('attempt_id', 'integer', (column) => column.notNull().references('attempts.id').onDelete('cascade'))
      // No foreign key, for the reason that responses have none.
      .addColumn('question_id', 'integer', (column) => column.notNull())
      // Milliseconds over all visits.
      .addColumn('ms', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('question_times_key', ['attempt_id', 'question_id']),
    engine,
  ).execute()

  // How many learners' first attempts of a paper ended with a score and so many wrong answers. A few thousand rows tell
  // the rank among any number of candidates.
  await inKeyOrder(
    db.schema
      .createTable('score_tallies')
      .addColumn('paper_id', 'integer', (column) => column.notNull().references('papers.id'))
      .addColumn('score_units', 'integer', (column) => column.notNull())
      .addColumn('incorrect_count', 'integer', (column) => column.notNull())
      .addColumn('candidates', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('score_tallies_key', ['paper_id', 'score_units', 'incorrect_count']),
    engine,
  ).execute()

  await db
    .insertInto('score_tallies')
    .columns(['paper_id', 'score_units', 'incorrect_count', 'candidates'])
    .expression(
      db
        .selectFrom('attempts')
        .where('status', '=', 'completed')
        .where('number', '=', 1)
        .select(({ fn }) => ['paper_id', 'score_units', 'incorrect_count', fn.countAll().as('candidates')])
        .groupBy(['paper_id', 'score_units', 'incorrect_count']),
    )
    .execute()

  // Among equals the faster one is ahead; the same index finds the attempts that medians are taken from.
  await db.schema
    .createIndex('attempts_ranked')
    .on('attempts')
    .columns(['paper_id', 'score_units', 'incorrect_count'])
    .column(sql`(submitted_at - started_at)`)
    .where(sql.ref('status'), '=', sql.lit('completed'))
    .where(sql.ref('number'), '=', sql.lit(1))
    .execute()
}
