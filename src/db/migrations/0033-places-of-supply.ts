import { sql, type Kysely } from 'kysely'
import { createTableWithId, inKeyOrder } from '../columns.ts'
import type { Engine } from '../database.ts'

/** The state that a buyer names, and money that staff send back. */
export async function up(db: Kysely<any>, engine: Engine): Promise<void> {
  // The state that a learner named at their last purchase, so that the next one has it chosen.
  await db.schema
    .createTable('billing_addresses')
    .addColumn('user_id', 'integer', (column) => column.notNull().primaryKey().references('users.id'))
    // GST code: '32'; '96' of outside India
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('changed_at', 'bigint', (column) => column.notNull())
    .execute()

  // What the buyer named when the order was made. Null of clients that ask for none.
  await db.schema.alterTable('payment_orders').addColumn('buyer_state', 'text').execute()

  // Money on its way back, of payments that were not kept and of those that were.
  await createTableWithId(db, 'payment_refunds', engine)
    .addColumn('payment_id', 'integer', (column) => column.notNull().references('payments.id'))
    .addColumn('amount_paise', 'integer', (column) => column.notNull())
    // What the provider is given with it: the same key never refunds twice.
    .addColumn('key', 'text', (column) => column.notNull().unique())
    // 'requested', 'done', 'failed'
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('provider_refund_id', 'text')
    // When the provider is asked next, and how often it was asked
    .addColumn('refund_at', 'bigint')
    .addColumn('tries', 'integer', (column) => column.notNull().defaultTo(0))
    // Whether the course stays open when the whole payment is back
    .addColumn('keep_access', 'integer', (column) => column.notNull().defaultTo(0))
    // What the provider said against it
    .addColumn('problem', 'text')
    // 'CN/26-27/000001', and JSON of what it says: only of money that had a receipt
    .addColumn('credit_note_number', 'text', (column) => column.unique())
    .addColumn('credit_note', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('ended_at', 'bigint')
    .execute()
  await db.schema.createIndex('payment_refunds_payment').on('payment_refunds').columns(['payment_id']).execute()
  await db.schema.createIndex('payment_refunds_time').on('payment_refunds').columns(['created_at', 'id']).execute()
  await db.schema.createIndex('payment_refunds_ended').on('payment_refunds').columns(['ended_at', 'id']).execute()
  await db.schema
    .createIndex('payment_refunds_due')
    .on('payment_refunds')
    .columns(['refund_at'])
    .where(sql.ref('status'), '=', sql.lit('requested'))
    .execute()

  // The sandbox's own book of them.
  await inKeyOrder(
    db.schema
      .createTable('sandbox_refunds')
      .addColumn('key', 'text', (column) => column.notNull())
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('payment_id', 'text', (column) => column.notNull().references('sandbox_payments.id'))
      .addColumn('amount_paise', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('sandbox_refunds_key', ['key']),
    engine,
  ).execute()
  await db.schema.createIndex('sandbox_refunds_payment').on('sandbox_refunds').columns(['payment_id']).execute()
}
