import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import pg from 'pg'
import { counted } from '#lib/both/text/format.ts'
import type { Db } from '#db/database.ts'
import { lockDataFolder } from '#db/lock.ts'
import { migrate } from '#db/migrate.ts'
import { openDatabase, type OpenDatabase } from '#db/open.ts'
import { compareTable, type Comparison } from './compare.ts'
import { setConstraintsAside } from './constraints.ts'
import { DataError } from '../data-error.ts'
import { DATABASE_NAME } from '../archive/manifest.ts'
import { refuseOtherVersion } from '../other-version.ts'
import { findMisfits } from './survey.ts'
import { migrationsOf, refuseNoData } from '../sqlite-file.ts'
import { refuseDifferences, tablesOf, type Table } from './tables.ts'
import { continueCounting, transferTable } from './transfer.ts'

export interface Copied {
  /** Rows of each table. */
  rows: Record<string, number>
}

export interface Progress {
  /** A table has so many rows by now. */
  rows: (table: string, rows: number) => void
  /** A table is done. */
  table: (table: string, rows: number, milliseconds: number) => void
  /** What is being done now. */
  step: (name: string) => void
}

/**
 * Copies all data of a data folder to an empty PostgreSQL, and compares every row. All of it is one transaction: until both
 * are the same the other side stays empty, whatever ends the copy.
 * @throws DataError with a line for each thing that is wrong; StartError when a server is running on the folder
 */
export async function copyToPostgres(dataDir: string, databaseUrl: string, progress: Progress): Promise<Copied> {
  return withBoth(dataDir, databaseUrl, async (source, opened) => {
    await refuseForeign(opened.db)
    await migrate(opened)
    const rows: Record<string, number> = {}
    await opened.db.transaction().execute(async (target) => {
      const tables = await tablesOf(target)
      refuseDifferences(source, tables)
      // Before anything is looked at: whoever starts a server on it meanwhile waits.
      const names = sql.join(tables.map(({ name }) => sql.id(name)))
      await sql`lock table ${names} in access exclusive mode`.execute(target)
      await refuseFilled(target, tables)
      progress.step('Looking for values that PostgreSQL cannot hold')
      refuse(findMisfits(source, tables), 'nothing was copied')

      progress.step('Copying')
      const putBack = await setConstraintsAside(target)
      for (const table of tables) {
        const began = performance.now()
        rows[table.name] = await transferTable(source, target, table, (count) => progress.rows(table.name, count))
        await continueCounting(source, target, table)
        progress.table(table.name, rows[table.name]!, performance.now() - began)
      }
      progress.step('Making indexes and foreign keys')
      await putBack()
      progress.step('Comparing every row')
      const { told, different } = await compareAll(source, target, tables)
      if (different > 0) refuse([...told, counted(different, 'difference')], 'nothing was copied')
    })
    // The planner's knowledge of the new rows; autovacuum would come to it in a minute or so.
    progress.step('Counting for the query planner')
    await sql`analyze`.execute(opened.db)
    return { rows }
  })
}

/**
 * Compares all rows of a data folder with a PostgreSQL, as the copy does.
 * @throws DataError when they have not the same tables
 */
export async function compareWithPostgres(dataDir: string, databaseUrl: string): Promise<Comparison> {
  return withBoth(dataDir, databaseUrl, async (source, { db }) =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (target) => {
        const tables = await tablesOf(target)
        refuseDifferences(source, tables)
        return compareAll(source, target, tables)
      }),
  )
}

async function withBoth<T>(
  dataDir: string,
  databaseUrl: string,
  work: (source: DatabaseSync, target: OpenDatabase) => Promise<T>,
): Promise<T> {
  refuseNoData(dataDir)
  const unlock = lockDataFolder(dataDir, 'command')
  try {
    const source = new DatabaseSync(path.join(dataDir, DATABASE_NAME), { readOnly: true, timeout: 5000 })
    try {
      // Commands of those who answer learners may still write: this reads one instant.
      source.exec('begin')
      refuseOtherVersion(migrationsOf(source))
      const target = await openDatabase({ databaseUrl, dataDir, pool: 2 })
      try {
        return await work(source, target)
      } catch (error) {
        throw error instanceof pg.DatabaseError ? new DataError(refusalOf(error)) : error
      } finally {
        await target.close()
      }
    } finally {
      source.close()
    }
  } finally {
    unlock()
  }
}

/** PostgreSQL's own words: `… violates foreign key constraint … Key (user_id)=(7) is not present in table "users".` */
function refusalOf({ message, detail }: pg.DatabaseError): string {
  return `PostgreSQL refuses: ${[message, detail].filter(Boolean).join('. ')}; nothing was copied`
}

async function compareAll(source: DatabaseSync, target: Db, tables: Table[]): Promise<Comparison> {
  const all: Comparison = { same: 0, different: 0, told: [] }
  for (const table of tables) {
    const { same, different, told } = await compareTable(source, target, table)
    all.same += same
    all.different += different
    all.told.push(...told)
  }
  return all
}

/** Another program's tables are none of our business. */
async function refuseForeign(target: Db): Promise<void> {
  const { rows } = await sql<{ name: string; ours: boolean }>`
    select relname as name, to_regclass('kysely_migration') is not null as ours
    from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') limit 1`.execute(target)
  const [found] = rows
  if (found && !found.ours) throw new DataError(`The PostgreSQL database is not empty: it has a table ${found.name}`)
}

async function refuseFilled(target: Db, tables: Table[]): Promise<void> {
  for (const { name } of tables) {
    const { rows } = await sql`select 1 from ${sql.id(name)} limit 1`.execute(target)
    if (rows.length > 0) {
      throw new DataError(`The PostgreSQL database is not empty: there are rows in ${name}. Give it an empty one`)
    }
  }
}

function refuse(problems: string[], outcome: string): void {
  if (problems.length > 0) throw new DataError([...problems, outcome].join('\n'))
}
