import { sql, type Kysely } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { doneOrWaiting } from '../../../tests/support/waiting.ts'
import { emptyDatabase, freshDatabase, type FreshDatabase } from '../../../tests/support/api/database.ts'
import { isUpToDate, migrate, migrations } from '../migrate.ts'
import { openDatabase, type OpenDatabase } from '../open.ts'
import { serverBounds } from '../postgres/bounds.ts'
import { bringUpToDate, type EngineMigration, type Patience } from './bring-up-to-date.ts'
import { createIndexOnline } from './online.ts'

let fresh: FreshDatabase
const others: OpenDatabase[] = []
const held: (() => Promise<unknown>)[] = []

beforeEach(async () => {
  fresh = await freshDatabase()
})

afterEach(async () => {
  for (const release of held.splice(0)) await release()
  for (const { close } of others.splice(0)) await close()
  await fresh.close()
})

/** Another process on the same data, as a server opens them. */
async function another(): Promise<OpenDatabase> {
  const { dataDir, databaseUrl } = fresh
  others.push(await openDatabase({ dataDir, databaseUrl, bounds: serverBounds }))
  return others.at(-1)!
}

const onPostgres = () => fresh.engine === 'postgres'

const withMore = (more: Record<string, EngineMigration>) => ({ ...migrations, ...more })

const addColumn: EngineMigration = {
  up: async (db) => {
    await db.schema
      .alterTable('users')
      .addColumn('language', 'text', (column) => column.notNull().defaultTo('ml'))
      .execute()
  },
}

const index: EngineMigration = {
  online: true,
  up: (db, engine) => createIndexOnline(db, engine, 'users_city', (of) => of.on('users').columns(['city'])),
}

/** Columns of all tables, as 'table.column'. */
async function allColumns(db: Kysely<any>): Promise<string[]> {
  const tables = await db.introspection.getTables()
  return tables.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`)).sort()
}

async function columnsOf(db: Kysely<any>, table: string): Promise<string[]> {
  const tables = await db.introspection.getTables()
  return tables.find(({ name }) => name === table)!.columns.map(({ name }) => name)
}

test('data that a newer version has brought further are used, where that is what it says of them', async () => {
  await bringUpToDate(fresh, withMore({ '0901-language.expand': addColumn }))
  expect(await migrate(fresh)).toEqual(['0901-language.expand'])
  expect(await isUpToDate(fresh)).toBe(true)
})

test('they are refused where it does not', async () => {
  await bringUpToDate(fresh, withMore({ '0901-language': addColumn }))
  await expect(migrate(fresh)).rejects.toThrow(/newer version of Padavu \(it has 0901-language\)/)
  expect(await isUpToDate(fresh)).toBe(false)
})

test('data that lack something and have something else are not touched', async () => {
  await bringUpToDate(fresh, withMore({ '0902-language.expand': addColumn }))
  await expect(bringUpToDate(fresh, withMore({ '0901-city.expand': index }))).rejects.toThrow(
    /without 0901-city.expand/,
  )
})

test('data that have a later migration without earlier ones get these, and end with the same columns', async () => {
  const earlier = await emptyDatabase()
  try {
    const applied = Object.entries(migrations).filter(([name]) => name < '0048' || name.startsWith('0060-'))
    await bringUpToDate(earlier, Object.fromEntries(applied))
    expect(await isUpToDate(earlier)).toBe(false)
    expect(await migrate(earlier)).toEqual([])
    expect(await isUpToDate(earlier)).toBe(true)
    expect(await allColumns(earlier.db)).toEqual(await allColumns(fresh.db))
  } finally {
    await earlier.close()
  }
})

test('several processes may bring data further at the same time, each migration being made once', async () => {
  const made = vi.fn(addColumn.up)
  const list = withMore({ '0901-language.expand': { up: made }, '0902-city.expand': index })
  const processes = [await another(), await another(), await another()]
  // SQLite has one process at a time; there they come one after the other.
  if (onPostgres()) await Promise.all(processes.map((opened) => bringUpToDate(opened, list)))
  else for (const opened of processes) await bringUpToDate(opened, list)
  expect(made).toHaveBeenCalledTimes(1)
  expect(await columnsOf(fresh.db, 'users')).toContain('language')
})

test('an online migration runs outside of a transaction on PostgreSQL, again after it was cut off, and leaves bounds as they were', async () => {
  const opened = await another()
  let cut = true
  const cutOff: EngineMigration = {
    online: true,
    up: async (db, engine) => {
      await index.up(db, engine)
      expect(db.isTransaction).toBe(false)
      if (cut) throw new Error('cut off')
    },
  }
  const list = withMore({ '0901-city.expand': cutOff })
  await expect(bringUpToDate(opened, list)).rejects.toThrow('cut off')
  if (onPostgres()) {
    const left = await sql`select 1 from pg_indexes where indexname = 'users_city'`.execute(opened.db)
    expect(left.rows).toHaveLength(1)
  }
  cut = false
  await bringUpToDate(opened, list)
  if (!onPostgres()) return
  const { rows } = await sql<{ valid: boolean; bound: string }>`
    select indisvalid as valid, current_setting('statement_timeout') as bound
    from pg_index where indexrelid = 'users_city'::regclass`.execute(opened.db)
  expect(rows).toEqual([{ valid: true, bound: '30s' }])
})

test('a migration that fails leaves nothing of itself, and all of those before it', async () => {
  const broken: EngineMigration = {
    up: async (db, engine) => {
      await index.up(db, engine === 'postgres' ? 'sqlite' : engine)
      throw new Error('broken')
    },
  }
  const list = withMore({ '0901-language.expand': addColumn, '0902-city.expand': broken })
  await expect(bringUpToDate(fresh, list)).rejects.toThrow('broken')
  expect((await columnsOf(fresh.db, 'users')).includes('language')).toBe(onPostgres())
  await bringUpToDate(fresh, withMore({ '0901-language.expand': addColumn, '0902-city.expand': index }))
})

/** What a backup or a report does to a table, until it is told to end. */
async function hold(table: string): Promise<() => Promise<void>> {
  const { db } = await another()
  const tx = await db.startTransaction().execute()
  await sql`select 1 from ${sql.id(table)} limit 1`.execute(tx)
  const release = async () => {
    if (!tx.isCommitted) await tx.commit().execute()
  }
  held.push(release)
  return release
}

const patience: Patience = { lock: 200, between: 10, all: 60_000 }

test('a migration lets those through who wait behind it for a table that somebody reads for long', async () => {
  if (!onPostgres()) return
  const release = await hold('users')
  const migrating = await another()
  let waited = 0
  const done = bringUpToDate(migrating, withMore({ '0901-language.expand': addColumn }), {
    patience,
    onWait: () => (waited += 1),
  })
  // Whoever comes while the migration waits is behind it, and has the table before that has it.
  const reader = await another()
  for (let turn = 0; turn < 3; turn += 1) {
    await doneOrWaiting(fresh, done)
    await reader.db.selectFrom('users').select('id').execute()
  }
  expect(await columnsOf(reader.db, 'users')).not.toContain('language')
  await expect.poll(() => waited).toBeGreaterThan(2)
  await release()
  await done
  expect(await columnsOf(reader.db, 'users')).toContain('language')
})

test('it gives up in the end, and says what it could not have', async () => {
  if (!onPostgres()) return
  const release = await hold('users')
  const list = withMore({ '0901-language.expand': addColumn })
  const migrating = bringUpToDate(await another(), list, { patience: { ...patience, lock: 20, all: 0 } })
  await expect(migrating).rejects.toThrow(/Others hold what 0901-language.expand changes.*lock timeout/)
  await release()
})
