import { sql, type Kysely } from 'kysely'
import { createTableWithId } from '../columns.ts'
import type { Engine } from '../database.ts'

/** Payments, sales, grants and extensions, each with the time for which it opened a course. */
export async function up(db: Kysely<any>, engine: Engine): Promise<void> {
  await createTableWithId(db, 'access_periods', engine)
    .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id'))
    .addColumn('course_id', 'integer', (column) => column.notNull().references('courses.id'))
    // 'payment', 'sale', 'grant', 'extension', 'move', 'earlier'
    .addColumn('kind', 'text', (column) => column.notNull())
    // One of the two: days from the end before it, or an instant
    .addColumn('days', 'integer')
    .addColumn('until', 'bigint')
    .addColumn('payment_id', 'integer', (column) => column.references('payments.id').onDelete('set null'))
    .addColumn('given_at', 'bigint', (column) => column.notNull())
    .addColumn('given_by', 'text')
    .addColumn('revoked_at', 'bigint')
    // 'refund', 'end', 'move'
    .addColumn('revoked_by', 'text')
    .execute()
  await db.schema
    .createIndex('access_periods_course')
    .on('access_periods')
    .columns(['user_id', 'course_id', 'given_at', 'id'])
    .execute()
  await db.schema
    .createIndex('access_periods_payment')
    .on('access_periods')
    .where(sql.ref('payment_id'), 'is not', sql.lit(null))
    .columns(['payment_id'])
    .execute()
}
