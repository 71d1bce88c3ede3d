import type { Kysely } from 'kysely'
import { inKeyOrder } from '../columns.ts'
import type { Engine } from '../database.ts'

/** Until when a course had another price, and what an order was made of: an old order is worth its price for a day more. */
export async function up(db: Kysely<any>, engine: Engine): Promise<void> {
  const prices = db.schema
    .createTable('past_prices')
    .addColumn('course_id', 'integer', (column) => column.notNull().references('courses.id'))
    // With GST: what was charged
    .addColumn('total_paise', 'integer', (column) => column.notNull())
    // When it ended last
    .addColumn('ended_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('past_prices_pk', ['course_id', 'total_paise'])
  await inKeyOrder(prices, engine).execute()

  // The price that the order was made at; null of renewals, and of orders from before
  for (const name of ['price_paise', 'offer_paise', 'gst_percent'])
    await db.schema.alterTable('payment_orders').addColumn(name, 'integer').execute()
}
