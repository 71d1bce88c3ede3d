import { sql, type Kysely } from 'kysely'
import { createTableWithId, inKeyOrder } from '../columns.ts'
import type { Engine } from '../database.ts'

/** Codes of their own for known devices and for locked phones, wider networks, and what a whole site sends and guesses. */
export async function up(db: Kysely<any>, engine: Engine): Promise<void> {
  // One live code a way in. Takes the place of one_time_codes, which servers of the version before still write.
  await db.schema
    .createTable('codes')
    .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id').onDelete('cascade'))
    // 'short', 'long', 'deletion' or 'device N'
    .addColumn('way', 'text', (column) => column.notNull())
    .addColumn('code_hash', 'text', (column) => column.notNull())
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('device', 'text', (column) => column.notNull())
    .addColumn('sent_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('tries', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('used_at', 'bigint')
    .addPrimaryKeyConstraint('codes_pk', ['user_id', 'way'])
    .execute()
  await db.schema.createIndex('codes_sent').on('codes').columns(['sent_at']).execute()
  // Codes that are on their way when a server is brought up to date go on working.
  await sql`
    insert into codes (user_id, way, code_hash, channel, device, sent_at, expires_at, tries, used_at)
    select user_id, case purpose when 'deletion' then 'deletion' else 'short' end,
      code_hash, channel, device, sent_at, expires_at, tries, used_at
    from one_time_codes`.execute(db)

  for (const [table, at] of [
    ['code_sends', 'sent_at'],
    ['code_tries', 'tried_at'],
  ] as const) {
    await db.schema
      .alterTable(table)
      .addColumn('way', 'text', (column) => column.notNull().defaultTo('short'))
      .execute()
    // The IPv6 networks of 56 and 48 bits around the address; null for IPv4
    for (const net of ['net56', 'net48']) {
      await db.schema.alterTable(table).addColumn(net, 'text').execute()
      await db.schema.createIndex(`${table}_${net}`).on(table).columns([net, at]).execute()
    }
  }

  // Browsers that a learner has logged in on, each by the hash of its cookie
  await createTableWithId(db, 'known_devices', engine)
    .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('token_hash', 'text', (column) => column.notNull())
    .addColumn('known_since', 'bigint', (column) => column.notNull())
    .addColumn('seen_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('known_devices_token', ['token_hash', 'user_id'])
    .execute()
  await db.schema.createIndex('known_devices_user').on('known_devices').columns(['user_id', 'seen_at']).execute()
  await db.schema.alterTable('sessions').addColumn('device_id', 'integer').execute()

  // Codes sent to each country, and under the country '' wrong guesses at live codes of 4 digits, by the hour
  const hours = db.schema
    .createTable('code_hours')
    .addColumn('hour', 'integer', (column) => column.notNull())
    .addColumn('country', 'text', (column) => column.notNull())
    .addColumn('sent', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('failed', 'integer', (column) => column.notNull().defaultTo(0))
    .addPrimaryKeyConstraint('code_hours_pk', ['hour', 'country'])
  await inKeyOrder(hours, engine).execute()
}
