import { setTimeout as pause } from 'node:timers/promises'
import { PostgresAdapter, sql, type Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import { counted } from '#lib/both/text/format.ts'
import { MINUTE, SECOND } from '#lib/both/time/clock.ts'
import type { Db, Engine } from '../database.ts'
import type { OpenDatabase } from '../open.ts'
import { liftBounds } from '../postgres/bounds.ts'
import { StartError } from '../start-error.ts'
import { refusedMigrations } from './older-servers.ts'

/** A migration is written once for both engines; `engine` is there for the few words that differ. */
export interface EngineMigration {
  up: (db: Kysely<any>, engine: Engine) => Promise<void>
  /**
   * For data that servers use meanwhile: an index that is made `concurrently`, rows that are changed some at a time. On
   * PostgreSQL it runs outside of a transaction, and again from its beginning when it was cut off.
   */
  online?: boolean
}

/** In order, by name. */
export type Migrations = Readonly<Record<string, EngineMigration>>

/** How long a migration stands in the way of servers that use the same table, in milliseconds. */
export interface Patience {
  /**
   * To wait for a lock. Whoever needs the table waits behind it for as long: so it is less than servers wait for one
   * (`serverBounds`), and than PostgreSQL waits before it looks for a deadlock and ends one of the two.
   */
  lock: number
  /** Between two tries, in which those who waited have their turn. */
  between: number
  /** In all; a backup may hold its locks for long. */
  all: number
}

const usual: Patience = { lock: 0.8 * SECOND, between: 2 * SECOND, all: 10 * MINUTE }

export interface Progress {
  patience?: Patience
  /** Is told that a migration waits for somebody's lock. */
  onWait?: (name: string, error: unknown) => void
}

/**
 * Brings data to the last of the migrations. An empty database gets them in one transaction, and so do data on SQLite, which
 * nobody uses meanwhile: a start which is cut off leaves them as they were. On PostgreSQL servers go on meanwhile, so there
 * each migration is a transaction of its own, which does not wait for a lock longer than servers bear. Safe to run by several
 * processes at once: one of them migrates, and the others wait for it.
 * @returns migrations of a newer version with which this one runs as well
 * @throws StartError when the data were written by a newer version with which this one does not
 */
export async function bringUpToDate(
  { db, engine }: Pick<OpenDatabase, 'db' | 'engine'>,
  migrations: Migrations,
  { patience = usual, onWait = () => {} }: Progress = {},
): Promise<string[]> {
  const known = Object.keys(migrations)
  const applied = await appliedMigrations(db)
  const refused = refusedMigrations(applied, known)
  if (refused.length > 0) {
    throw new StartError(
      `The data were written by a newer version of Padavu (it has ${refused.join(', ')}). Start that version, or restore a backup`,
    )
  }
  const newer = applied.filter((name) => !known.includes(name))
  if (missingOf(known, applied).length === 0) return newer
  if (newer.length > 0) {
    const missing = missingOf(known, applied).join(', ')
    throw new StartError(`The data are of another version of Padavu (with ${newer.join(', ')}, without ${missing})`)
  }
  if (engine === 'sqlite') {
    await inOneTransaction(db, migrations)
    return []
  }
  const until = Date.now() + patience.all
  for (;;) {
    const [next] = missingOf(known, await appliedMigrations(db))
    if (next === undefined) return []
    try {
      if (!(await step(db, migrations, next, patience))) await pause(POLL)
    } catch (error) {
      if (!isHeldUp(error)) throw error
      if (Date.now() > until) {
        throw new StartError(
          `Others hold what ${next} changes, for ${counted(patience.all / MINUTE, 'minute')} by now (${(error as Error).message})`,
        )
      }
      onWait(next, error)
      await pause(patience.between)
    }
  }
}

/**
 * Names of the migrations that data have. Not by introspection: on PostgreSQL that locks every table that it looks at until
 * the transaction ends, so that an online migration would wait for the transaction which waits for it.
 */
export async function appliedMigrations(db: Db): Promise<string[]> {
  const onPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const table = onPostgres
    ? sql`select 1 where to_regclass('kysely_migration') is not null`
    : sql`select 1 from sqlite_schema where name = 'kysely_migration'`
  if ((await table.execute(db)).rows.length === 0) return []
  const rows = await (db as Kysely<any>).selectFrom('kysely_migration').select('name').execute()
  return rows.map((row) => String(row.name))
}

export const missingOf = (known: string[], applied: string[]): string[] =>
  known.filter((name) => !applied.includes(name))

/** A number that no other program of the same database uses. */
const LOCK = 7_021_962_114

/** Milliseconds between two looks whether another process has done the work. */
const POLL = 100

/**
 * Runs one migration on PostgreSQL, of an empty database all. Whoever comes second asks again and again: one that waited in a
 * statement would keep `create index concurrently` waiting for it, and that the lock.
 * @returns false when another process is at it
 */
function step(db: Kysely<any>, migrations: Migrations, next: string, { lock }: Patience): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await liftBounds(tx)
    // Ends with the transaction, also where a pooler gives each transaction another connection.
    const { rows } = await sql<{ mine: boolean }>`
      select pg_try_advisory_xact_lock(${sql.lit(LOCK)}) as mine`.execute(tx)
    if (!rows[0]!.mine) return false
    const applied = await appliedMigrations(tx)
    if (applied.length === 0) await migrator(tx, 'postgres', migrations).run('migrateToLatest')
    else if (applied.includes(next)) return true
    else if (migrations[next]!.online) {
      await db.connection().execute((other) => unbounded(other, () => one(other, 'postgres', migrations)))
    } else {
      await sql`set local lock_timeout = ${sql.lit(lock)}`.execute(tx)
      await one(tx, 'postgres', migrations)
    }
    return true
  })
}

const one = (db: Db, engine: Engine, migrations: Migrations) => migrator(db, engine, migrations).run('migrateUp')

/** What a lock or a deadlock was the end of goes well the next time. */
function isHeldUp(error: unknown): boolean {
  return ['55P03', '40P01'].includes((error as { code?: string }).code ?? '')
}

/** Lifts the bounds of a connection for work that cannot be one transaction, and puts them back. */
async function unbounded(connection: Kysely<any>, work: () => Promise<void>): Promise<void> {
  const names = ['statement_timeout', 'lock_timeout']
  const before = new Map<string, string>()
  for (const name of names) {
    const { rows } = await sql<{ bound: string }>`select current_setting(${sql.lit(name)}) as bound`.execute(connection)
    before.set(name, rows[0]!.bound)
  }
  const set = (name: string, bound: string) => sql`set ${sql.id(name)} = ${sql.lit(bound)}`.execute(connection)
  for (const name of names) await set(name, '0')
  try {
    await work()
  } finally {
    for (const [name, bound] of before) await set(name, bound)
  }
}

/**
 * SQLite can undo changes of tables as well, but Kysely's migrator takes no transaction of it. Begun for writing, so that a
 * process which comes second waits here, and does not read first what it then may not write.
 */
async function inOneTransaction(db: Kysely<any>, migrations: Migrations): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql`begin immediate`.execute(connection)
    try {
      await migrator(connection, 'sqlite', migrations).run('migrateToLatest')
      await sql`commit`.execute(connection)
    } catch (error) {
      // Some errors have undone it already; the first one counts.
      await sql`rollback`.execute(connection).catch(() => {})
      throw error
    }
  })
}

/** Kysely's migrator, with errors that are thrown. */
function migrator(db: Kysely<any>, engine: Engine, migrations: Migrations) {
  const migrator = new Migrator({
    db,
    // Where there is none, it would begin one by itself.
    disableTransactions: !db.isTransaction,
    // A migration may be merged after one with a higher number; such data get it as well.
    allowUnorderedMigrations: true,
    provider: {
      getMigrations: async () =>
        Object.fromEntries(
          Object.entries(migrations).map(([name, migration]) => [name, { up: (on) => migration.up(on, engine) }]),
        ),
    },
  })
  return {
    run: async (how: 'migrateUp' | 'migrateToLatest') => {
      const { error } = await migrator[how]()
      if (error) throw error
    },
  }
}
