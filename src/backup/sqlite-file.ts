import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { counted } from '#lib/both/text/format.ts'
import { examineData } from '#db/examine.ts'
import { migrationNames } from '#db/migrate.ts'
import { refusedMigrations } from '#db/migrating/older-servers.ts'
import { DataError } from './data-error.ts'
import type { Manifest } from './archive/manifest.ts'

/** @throws DataError, or StartError where a restore was cut off or the data file is damaged */
export function refuseNoData(dataDir: string): void {
  if (examineData(dataDir)) return
  throw new DataError(`DATA_DIR: there are no data in ${path.resolve(dataDir)}`)
}

/** A file beside which nothing is written and which nobody changes meanwhile: one that just came out of a backup. */
export function openStill(file: string): DatabaseSync {
  const address = pathToFileURL(path.resolve(file))
  address.searchParams.set('immutable', '1')
  return new DatabaseSync(address, { readOnly: true })
}

/**
 * Tables that hold data, by name: without those of an index of words, which SQLite makes of tables and fills from these.
 */
export function dataTablesOf(database: DatabaseSync): string[] {
  return namesOf(database, `schema = 'main' and type = 'table' and name not like 'sqlite\\_%' escape '\\'`)
}

/**
 * Rows of every table, by name; of an index of words as well, since releases that know of none count it, too, when they are
 * given a backup.
 */
export function countTables(database: DatabaseSync): Record<string, number> {
  const names = namesOf(database, `schema = 'main' and type <> 'view' and name not like 'sqlite\\_%' escape '\\'`)
  return Object.fromEntries(
    names.map((name) => {
      const { rows } = database.prepare(`select count(*) as rows from "${name}"`).get() as { rows: number }
      return [name, rows]
    }),
  )
}

function namesOf(database: DatabaseSync, condition: string): string[] {
  const rows = database.prepare(`select name from pragma_table_list where ${condition} order by name`).all()
  return rows.map(({ name }) => String(name))
}

/** The migrations that a database has, oldest first; none when it was never opened by a server. */
export function migrationsOf(database: DatabaseSync): string[] {
  const known = database.prepare(`select 1 from sqlite_schema where name = 'kysely_migration'`).get()
  if (!known) return []
  return database
    .prepare('select name from kysely_migration order by name')
    .all()
    .map((row) => String(row.name))
}

/**
 * Reads a whole database file.
 * @throws DataError when something is not as the manifest says, or a newer version wrote it
 */
export function checkDatabase(file: string, { migrations, tables }: Pick<Manifest, 'migrations' | 'tables'>): void {
  const database = openStill(file)
  try {
    const [first] = database.prepare('pragma integrity_check(1)').all()
    if (first?.integrity_check !== 'ok')
      throw new DataError(`its database is damaged: ${String(first?.integrity_check)}`)
    const stored = migrationsOf(database)
    const newer = refusedMigrations(stored, migrationNames)
    if (newer.length > 0) {
      throw new DataError(`a newer version of Padavu wrote its data (they have ${newer.join(', ')}); use that version`)
    }
    if (stored.join() !== migrations.join()) throw new DataError('its database is not the one that it lists')
    for (const [table, rows] of Object.entries(countTables(database))) {
      if (tables[table] !== rows)
        throw new DataError(`its table ${table} has ${counted(rows, 'row')}, not ${tables[table] ?? 0}`)
    }
  } catch (error) {
    if (error instanceof DataError) throw error
    throw new DataError(`its database is damaged: ${(error as Error).message}`)
  } finally {
    database.close()
  }
}
