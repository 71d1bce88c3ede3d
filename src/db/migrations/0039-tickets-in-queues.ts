import type { Kysely } from 'kysely'
import { createTableWithId } from '../columns.ts'
import type { Engine } from '../database.ts'

/** To whom of the staff a ticket is assigned, since when its learner waits, and answers that are kept to be given again. */
export async function up(db: Kysely<any>, engine: Engine): Promise<void> {
  // Of `staff`, whose rows stay
  await db.schema.alterTable('tickets').addColumn('assignee_id', 'integer').execute()
  // When the learner wrote what nobody has answered; null once somebody has
  await db.schema.alterTable('tickets').addColumn('waiting_since', 'bigint').execute()

  await createTableWithId(db, 'saved_replies', engine)
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    // Of which tickets it is offered first; null of all
    .addColumn('category_id', 'integer')
    // Counts changes, so that two who make one at once are told
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('changed_at', 'bigint', (column) => column.notNull())
    .addColumn('changed_by', 'text', (column) => column.notNull())
    .execute()
}
