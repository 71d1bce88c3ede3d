import type { Kysely } from 'kysely'
import type { Engine } from '../database.ts'
import { createIndexOnline } from '../migrating/online.ts'

export const online = true

/** Staff read orders, payments and what happened to them of a time, the newest first. */
export async function up(db: Kysely<any>, engine: Engine): Promise<void> {
  await createIndexOnline(db, engine, 'payments_time', (index) => index.on('payments').columns(['captured_at', 'id']))
  await createIndexOnline(db, engine, 'payment_orders_time', (index) =>
    index.on('payment_orders').columns(['created_at', 'id']),
  )
  await createIndexOnline(db, engine, 'payment_events_time', (index) => index.on('payment_events').columns(['at']))
}
