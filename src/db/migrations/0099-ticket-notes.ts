import type { Kysely } from 'kysely'
import { createTableWithId } from '../columns.ts'
import type { Engine } from '../database.ts'

/** Internal notes of staff on a ticket, which its learner never sees. */
export async function up(db: Kysely<any>, engine: Engine): Promise<void> {
  await createTableWithId(db, 'ticket_notes', engine)
    // Servers of the release before delete tickets of accounts that end and know nothing of notes.
    .addColumn('ticket_id', 'integer', (column) => column.notNull().references('tickets.id').onDelete('cascade'))
    // No foreign key: rows of staff stay.
    .addColumn('staff_id', 'integer', (column) => column.notNull())
    // Name of the author at that time
    .addColumn('author', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('ticket_notes_of').on('ticket_notes').columns(['ticket_id', 'id']).execute()
}
