import { sql, type Kysely } from 'kysely'

/** The answers by which a paper's finished attempts were marked, where they have changed since. */
export async function up(db: Kysely<any>): Promise<void> {
  // Null: the one that the question has today
  await db.schema.alterTable('paper_questions').addColumn('right_option_id', 'integer').execute()

  // What an import counts when the right option of a question changes: attempts_ranked knows first attempts alone.
  await db.schema
    .createIndex('attempts_finished')
    .on('attempts')
    .columns(['paper_id'])
    .where(sql.ref('status'), '=', sql.lit('completed'))
    .execute()
}
