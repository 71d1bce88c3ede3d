import type { Kysely } from 'kysely'
import { createTableWithId } from '../columns.ts'
import type { Engine } from '../database.ts'

/** What learners ask, and what they are answered. */
export async function up(db: Kysely<any>, engine: Engine): Promise<void> {
  await createTableWithId(db, 'tickets', engine)
    .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id'))
    // Of a list in the code: ids that never change
    .addColumn('category_id', 'integer', (column) => column.notNull())
    .addColumn('course_id', 'integer', (column) => column.references('courses.id'))
    .addColumn('title', 'text', (column) => column.notNull())
    // 'open' or 'closed'
    .addColumn('mode', 'text', (column) => column.notNull())
    // The browser's name for the request that raised it
    .addColumn('request_key', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('closed_at', 'bigint')
    .addUniqueConstraint('tickets_request', ['user_id', 'request_key'])
    .execute()
  await db.schema.createIndex('tickets_user').on('tickets').columns(['user_id', 'id']).execute()
  await db.schema.createIndex('tickets_mode').on('tickets').columns(['mode', 'id']).execute()

  await createTableWithId(db, 'ticket_messages', engine)
    .addColumn('ticket_id', 'integer', (column) => column.notNull().references('tickets.id'))
    // 'user': the learner's; 'staff': an answer
    .addColumn('mode', 'text', (column) => column.notNull())
    .addColumn('staff_name', 'text')
    .addColumn('body', 'text', (column) => column.notNull())
    // A private picture's name
    .addColumn('attachment', 'text')
    .addColumn('request_key', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('ticket_messages_request', ['ticket_id', 'request_key'])
    .execute()
  await db.schema.createIndex('ticket_messages_ticket').on('ticket_messages').columns(['ticket_id', 'id']).execute()
}
