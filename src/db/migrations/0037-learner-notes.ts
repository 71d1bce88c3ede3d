import type { Kysely } from 'kysely'
import { createTableWithId } from '../columns.ts'
import type { Engine } from '../database.ts'

/** What staff note about a learner for each other. */
export async function up(db: Kysely<any>, engine: Engine): Promise<void> {
  await createTableWithId(db, 'learner_notes', engine)
    .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id'))
    // Null of what was noted with a command
    .addColumn('staff_id', 'integer', (column) => column.references('staff.id'))
    // Who wrote it, as they were called then
    .addColumn('author', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('learner_notes_of').on('learner_notes').columns(['user_id', 'id']).execute()
}
