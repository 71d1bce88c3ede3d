import { createHash, randomBytes } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import { createTableWithId, inKeyOrder } from '../columns.ts'
import type { Engine } from '../database.ts'

/** Who runs the site, how they log in, and the log of what they do (docs/decisions/0077-staff.md). */
export async function up(db: Kysely<any>, engine: Engine): Promise<void> {
  await createAccounts(db, engine)
  await createLogIns(db, engine)
  await createLog(db, engine)
  await keepLog(db, engine)
  await copyLog(db)
}

async function createAccounts(db: Kysely<any>, engine: Engine): Promise<void> {
  await createTableWithId(db, 'staff', engine)
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('country_code', 'text', (column) => column.notNull())
    .addColumn('phone', 'text', (column) => column.notNull())
    // JSON: a list of roles
    .addColumn('roles', 'text', (column) => column.notNull())
    // Counts changes, so that two who make one at once are told
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('last_logged_on', 'bigint')
    // Since when they are no longer of the staff
    .addColumn('left_at', 'bigint')
    .addUniqueConstraint('staff_phone', ['country_code', 'phone'])
    .execute()

  await createTableWithId(db, 'staff_factors', engine)
    .addColumn('staff_id', 'integer', (column) => column.notNull().references('staff.id'))
    // 'passkey'; 'authenticator', by time (RFC 6238); 'counter', by count (RFC 4226), which the demo has
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    // Of an authenticator its secret, in base32; of a passkey its public key, in base64url
    .addColumn('secret', 'text', (column) => column.notNull())
    // Of a passkey alone
    .addColumn('credential_id', 'text', (column) => column.unique())
    .addColumn('transports', 'text', (column) => column.notNull().defaultTo('[]'))
    // The step or count of the code used last; a passkey's own counter
    .addColumn('counter', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('used_at', 'bigint')
    .execute()
  await db.schema.createIndex('staff_factors_of').on('staff_factors').columns(['staff_id']).execute()

  const codes = db.schema
    .createTable('staff_recovery_codes')
    .addColumn('staff_id', 'integer', (column) => column.notNull().references('staff.id'))
    .addColumn('code_hash', 'text', (column) => column.notNull())
    .addColumn('used_at', 'bigint')
    .addPrimaryKeyConstraint('staff_recovery_codes_pk', ['staff_id', 'code_hash'])
  await inKeyOrder(codes, engine).execute()
}

async function createLogIns(db: Kysely<any>, engine: Engine): Promise<void> {
  // From the wish for a code to the second factor. A phone of nobody has rows as well, so that nobody is told so.
  await createTableWithId(db, 'staff_log_ins', engine)
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('staff_id', 'integer', (column) => column.references('staff.id'))
    // With its calling code, as `+919000000201`
    .addColumn('phone', 'text', (column) => column.notNull())
    .addColumn('code_hash', 'text', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('tries', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('sent_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    // Since when the phone is proved
    .addColumn('proved_at', 'bigint')
    // What a passkey has to sign; the secret of an authenticator that is being added
    .addColumn('challenge', 'text')
    .addColumn('new_secret', 'text')
    .execute()
  await db.schema.createIndex('staff_log_ins_of').on('staff_log_ins').columns(['phone', 'sent_at']).execute()
  await db.schema.createIndex('staff_log_ins_sent').on('staff_log_ins').columns(['sent_at']).execute()

  await createTableWithId(db, 'staff_sessions', engine)
    .addColumn('staff_id', 'integer', (column) => column.notNull().references('staff.id'))
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('user_agent', 'text', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('last_seen_at', 'bigint', (column) => column.notNull())
    .addColumn('revoked_at', 'bigint')
    .addColumn('challenge', 'text')
    .addColumn('new_secret', 'text')
    .execute()
  await db.schema.createIndex('staff_sessions_of').on('staff_sessions').columns(['staff_id']).execute()

  // As `creation_replies` of learners
  const replies = db.schema
    .createTable('staff_creation_replies')
    .addColumn('staff_id', 'integer', (column) => column.notNull().references('staff.id'))
    .addColumn('call', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('input_hash', 'text', (column) => column.notNull())
    .addColumn('reply', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('staff_creation_replies_pk', ['staff_id', 'call', 'key'])
  await inKeyOrder(replies, engine).execute()
  await db.schema
    .createIndex('staff_creation_replies_created')
    .on('staff_creation_replies')
    .columns(['created_at'])
    .execute()
}

async function createLog(db: Kysely<any>, engine: Engine): Promise<void> {
  await db.schema
    .createTable('audit_log')
    // From 1, without gaps
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('at', 'bigint', (column) => column.notNull())
    // Null of what was done with a command
    .addColumn('staff_id', 'integer', (column) => column.references('staff.id'))
    .addColumn('who', 'text', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('call', 'text', (column) => column.notNull())
    .addColumn('request_id', 'text', (column) => column.notNull())
    // 'comment hidden', 'access granted', …
    .addColumn('action', 'text', (column) => column.notNull())
    // 'comment 12', 'course 4'
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('details_hash', 'text', (column) => column.notNull())
    .addColumn('previous_hash', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('audit_log_staff').on('audit_log').columns(['staff_id', 'id']).execute()
  await db.schema.createIndex('audit_log_action').on('audit_log').columns(['action', 'id']).execute()

  // What may be personal: goes with the account of the learner, and the log keeps its hash
  await db.schema
    .createTable('audit_details')
    .addColumn('log_id', 'integer', (column) => column.primaryKey().references('audit_log.id'))
    .addColumn('salt', 'text', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    // JSON of the values that changed
    .addColumn('before', 'text', (column) => column.notNull())
    .addColumn('after', 'text', (column) => column.notNull())
    .execute()

  // Whom it was done to
  const learners = db.schema
    .createTable('audit_learners')
    .addColumn('user_id', 'integer', (column) => column.notNull().references('users.id'))
    .addColumn('log_id', 'integer', (column) => column.notNull().references('audit_log.id'))
    .addPrimaryKeyConstraint('audit_learners_pk', ['user_id', 'log_id'])
  await inKeyOrder(learners, engine).execute()
  await db.schema.createIndex('audit_learners_of').on('audit_learners').columns(['log_id']).execute()

  // The end of the chain: one row, once there is an entry, by which those who write come one after the other
  await db.schema
    .createTable('audit_head')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('last_id', 'integer', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .execute()
}

/** What is written in the log is neither changed nor deleted, whoever asks. */
async function keepLog(db: Kysely<any>, engine: Engine): Promise<void> {
  if (engine === 'sqlite') {
    for (const event of ['update', 'delete'])
      await sql
        .raw(
          `create trigger audit_log_keeps_${event} before ${event} on audit_log
           begin select raise(abort, 'the audit log is never changed'); end`,
        )
        .execute(db)
    return
  }
  await sql`
    create function audit_log_keeps() returns trigger language plpgsql as
    $$ begin raise exception 'the audit log is never changed'; end $$`.execute(db)
  await sql`
    create trigger audit_log_keeps before update or delete on audit_log
    for each row execute function audit_log_keeps()`.execute(db)
}

/** As the log of the version before had them. */
interface OldEntry {
  id: number
  at: number
  who: string
  action: string
  subject: string
  user_id: number | null
  reason: string
  before: string
  after: string
}

/** Entries of the log that was there before begin the chain. What was done to learners alone stood in it. */
async function copyLog(db: Kysely<any>): Promise<void> {
  const sha256 = (parts: unknown[]) => createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
  let id = 0
  let hash = ''
  let after = 0
  for (;;) {
    const rows = (await db
      .selectFrom('staff_log')
      .selectAll()
      .where('id', '>', after)
      .orderBy('id')
      .limit(500)
      .execute()) as OldEntry[]
    for (const old of rows) {
      id += 1
      const salt = randomBytes(16).toString('base64url')
      const details = { salt, reason: old.reason, before: old.before, after: old.after }
      const row = {
        id,
        at: Number(old.at),
        staff_id: null,
        who: old.who,
        address: '',
        call: 'npm run staff',
        request_id: '',
        action: old.action,
        subject: old.subject,
        details_hash: sha256(Object.values(details)),
        previous_hash: hash,
      }
      hash = sha256(Object.values(row))
      await db
        .insertInto('audit_log')
        .values({ ...row, hash })
        .execute()
      await db
        .insertInto('audit_details')
        .values({ log_id: id, ...details })
        .execute()
      if (old.user_id !== null)
        await db.insertInto('audit_learners').values({ user_id: old.user_id, log_id: id }).execute()
      after = old.id
    }
    if (rows.length < 500) break
  }
  if (id > 0) await db.insertInto('audit_head').values({ id: 1, last_id: id, hash }).execute()
}
