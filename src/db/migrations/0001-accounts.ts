import type { Kysely } from 'kysely'
import { createTableWithId } from '../columns.ts'
import type { Engine } from '../database.ts'

/** Learners, their one-time codes and their sessions. */
export async function up(db: Kysely<any>, engine: Engine): Promise<void> {
  await db.schema
    .createTable('meta')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute()

  await createTableWithId(db, 'users', engine)
    .addColumn('country_code', 'text', (column) => column.notNull())
    .addColumn('phone', 'text', (column) => column.notNull())
    .addColumn('name', 'text')
    .addColumn('email', 'text')
    .addColumn('birthday', 'text')
    .addColumn('city', 'text')
    .addColumn('avatar', 'text')
    .addColumn('cover', 'text')
    .addColumn('registration_completed', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('verified_at', 'bigint')
    .addColumn('last_logged_on', 'bigint')
    .addColumn('marketing_splash_id', 'integer')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('users_phone', ['country_code', 'phone'])
    .execute()

  // One live code a learner: sending again replaces it.
  await db.schema
    .createTable('one_time_codes')
    .addColumn('user_id', 'integer', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('code_hash', 'text', (column) => column.notNull())
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('device', 'text', (column) => column.notNull())
    .addColumn('sent_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('tries', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('used_at', 'bigint')
    .execute()

  // What has been asked for, to limit sending a phone and an address.
  await createTableWithId(db, 'code_sends', engine)
    .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('sent_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('code_sends_user').on('code_sends').columns(['user_id', 'sent_at']).execute()
  await db.schema.createIndex('code_sends_address').on('code_sends').columns(['address', 'sent_at']).execute()
  await db.schema.createIndex('code_sends_sent').on('code_sends').columns(['sent_at']).execute()

  // One row an address, written first by every send and every guess, so that they are counted one after the other.
  await db.schema
    .createTable('code_addresses')
    .addColumn('address', 'text', (column) => column.primaryKey())
    .addColumn('seen_at', 'bigint', (column) => column.notNull())
    .addColumn('guesses', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('guesses_since', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()

  await createTableWithId(db, 'sessions', engine)
    .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('device', 'text', (column) => column.notNull())
    .addColumn('user_agent', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('revoked_at', 'bigint')
    .execute()
  await db.schema.createIndex('sessions_user').on('sessions').columns(['user_id']).execute()

  // Codes of OTP_SENDER=outbox, for developers on this machine.
  await createTableWithId(db, 'outbox_messages', engine)
    .addColumn('recipient', 'text', (column) => column.notNull())
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('code', 'text', (column) => column.notNull())
    .addColumn('sent_at', 'bigint', (column) => column.notNull())
    .execute()
}
