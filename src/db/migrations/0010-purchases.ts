import { sql, type Kysely } from 'kysely'
import { createTableWithId, inKeyOrder } from '../columns.ts'
import type { Engine } from '../database.ts'

/** What learners buy, what they paid for it, and everything that happened on the way. Nothing here is ever deleted. */
export async function up(db: Kysely<any>, engine: Engine): Promise<void> {
  // A course that a learner is buying or has bought, at the price agreed then. The id is the transaction id of document 1.
  await createTableWithId(db, 'purchases', engine)
    .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id'))
    .addColumn('course_id', 'integer', (column) => column.notNull().references('courses.id'))
    // Before GST: the list price, and what was asked.
    .addColumn('price_paise', 'integer', (column) => column.notNull())
    .addColumn('offer_paise', 'integer', (column) => column.notNull())
    .addColumn('gst_percent', 'integer', (column) => column.notNull())
    // With GST: what the whole costs.
    .addColumn('total_paise', 'integer', (column) => column.notNull())
    // 'pending' until something was paid, then document 1's closedpymnt or partialpymnt
    .addColumn('payment_status', 'text', (column) => column.notNull())
    .addColumn('sale_staff', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('purchases_user').on('purchases').columns(['user_id', 'course_id']).execute()
  // One purchase of a course a learner is under way at a time, whatever races.
  await db.schema
    .createIndex('purchases_pending')
    .unique()
    .on('purchases')
    .columns(['user_id', 'course_id'])
    .where(sql.ref('payment_status'), '=', sql.lit('pending'))
    .execute()

  // What the provider is asked to collect. One order is paid at most once.
  await createTableWithId(db, 'payment_orders', engine)
    .addColumn('purchase_id', 'integer', (column) => column.notNull().references('purchases.id'))
    // 'purchase' or 'renewal'
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('amount_paise', 'integer', (column) => column.notNull())
    // Our name of it at the provider: the same receipt never makes two orders.
    .addColumn('receipt', 'text', (column) => column.notNull().unique())
    .addColumn('provider', 'text', (column) => column.notNull())
    // Null until the provider has made it
    .addColumn('provider_order_id', 'text')
    // 'open', 'paid'; 'lapsed' when the sweep no longer asks for it: a late capture still counts
    .addColumn('status', 'text', (column) => column.notNull())
    // When the sweep asks next, and how often it has asked
    .addColumn('check_at', 'bigint', (column) => column.notNull())
    .addColumn('checks', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('paid_at', 'bigint')
    .addUniqueConstraint('payment_orders_provider', ['provider', 'provider_order_id'])
    .execute()
  await db.schema
    .createIndex('payment_orders_purchase')
    .on('payment_orders')
    .columns(['purchase_id', 'status'])
    .execute()
  // One open order of a purchase, so that two tabs pay the same one.
  await db.schema
    .createIndex('payment_orders_open')
    .unique()
    .on('payment_orders')
    .columns(['purchase_id'])
    .where(sql.ref('status'), '=', sql.lit('open'))
    .execute()
  await db.schema
    .createIndex('payment_orders_due')
    .on('payment_orders')
    .columns(['check_at'])
    .where(sql.ref('status'), '=', sql.lit('open'))
    .execute()

  // Money that was captured. 'granted' gave access; 'refund_due' could not be honoured and goes back.
  await createTableWithId(db, 'payments', engine)
    .addColumn('purchase_id', 'integer', (column) => column.notNull().references('purchases.id'))
    // Null for money that was taken at the desk and came with the content
    .addColumn('order_id', 'integer', (column) => column.references('payment_orders.id'))
    .addColumn('provider', 'text', (column) => column.notNull())
    // acc_ref_id of document 1
    .addColumn('provider_payment_id', 'text', (column) => column.notNull())
    .addColumn('amount_paise', 'integer', (column) => column.notNull())
    // 'granted', 'refund_due', 'refunding', 'refunded', 'refund_failed'
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('reason', 'text')
    .addColumn('refund_id', 'text')
    .addColumn('refund_at', 'bigint')
    .addColumn('refund_tries', 'integer', (column) => column.notNull().defaultTo(0))
    // '26-27/000042': only of money that was kept
    .addColumn('invoice_number', 'text', (column) => column.unique())
    .addColumn('captured_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('payments_provider', ['provider', 'provider_payment_id'])
    .execute()
  await db.schema.createIndex('payments_purchase').on('payments').columns(['purchase_id']).execute()
  // At most one payment of an order gives access.
  await db.schema
    .createIndex('payments_granted')
    .unique()
    .on('payments')
    .columns(['order_id'])
    .where(sql.ref('status'), '=', sql.lit('granted'))
    .execute()
  await db.schema
    .createIndex('payments_refunds')
    .on('payments')
    .columns(['refund_at'])
    .where(sql.ref('status'), 'in', sql`('refund_due', 'refunding')`)
    .execute()

  // Append-only: what support reads.
  await createTableWithId(db, 'payment_events', engine)
    .addColumn('purchase_id', 'integer', (column) => column.references('purchases.id'))
    .addColumn('order_id', 'integer', (column) => column.references('payment_orders.id'))
    // 'learner', 'webhook', 'sweep', 'server'
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('detail', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('payment_events_purchase').on('payment_events').columns(['purchase_id']).execute()
  await db.schema.createIndex('payment_events_order').on('payment_events').columns(['order_id']).execute()

  // Webhooks come at least once: each event counts once.
  await inKeyOrder(
    db.schema
      .createTable('payment_webhooks')
      .addColumn('provider', 'text', (column) => column.notNull())
      .addColumn('event_id', 'text', (column) => column.notNull())
      .addColumn('received_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('payment_webhooks_key', ['provider', 'event_id']),
    engine,
  ).execute()

  // The embedded sandbox's own books: another company's, so nothing of ours refers to them.
  await inKeyOrder(
    db.schema
      .createTable('sandbox_orders')
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('receipt', 'text', (column) => column.notNull().unique())
      .addColumn('amount_paise', 'integer', (column) => column.notNull())
      .addColumn('description', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('sandbox_orders_key', ['id']),
    engine,
  ).execute()
  await inKeyOrder(
    db.schema
      .createTable('sandbox_payments')
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('order_id', 'text', (column) => column.notNull().references('sandbox_orders.id'))
      .addColumn('amount_paise', 'integer', (column) => column.notNull())
      .addColumn('currency', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('error', 'text')
      // A payment that the bank lets wait is captured then.
      .addColumn('captures_at', 'bigint')
      .addColumn('refund_id', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('sandbox_payments_key', ['id']),
    engine,
  ).execute()
  await db.schema.createIndex('sandbox_payments_order').on('sandbox_payments').columns(['order_id']).execute()
  await createTableWithId(db, 'sandbox_webhooks', engine)
    .addColumn('event_id', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('due_at', 'bigint')
    .addColumn('tries', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema.createIndex('sandbox_webhooks_due').on('sandbox_webhooks').columns(['due_at']).execute()

  // The last number given out in a financial year, '2026-27'.
  await inKeyOrder(
    db.schema
      .createTable('invoice_numbers')
      .addColumn('year', 'text', (column) => column.notNull())
      .addColumn('last', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('invoice_numbers_key', ['year']),
    engine,
  ).execute()
}
