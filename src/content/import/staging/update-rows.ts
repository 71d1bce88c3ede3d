import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { MAX_ROWS, type Tx } from './import-run.ts'

type Value = string | number | null
export type Row = Record<string, Value>

/**
 * Updates many rows of a table, some hundred by a statement: one statement a row would hold the lock of SQLite for a
 * second where an import changes 20,000.
 * @param rows each with its `id` and the columns that change
 */
export async function updateRows(tx: Tx, table: keyof Database & string, rows: readonly Row[]): Promise<void> {
  const alike = Map.groupBy(rows, ({ id: _, ...row }) => Object.keys(row).join())
  for (const group of alike.values())
    for (let from = 0; from < group.length; from += MAX_ROWS)
      await updateSome(tx, table, group.slice(from, from + MAX_ROWS))
}

async function updateSome(tx: Tx, table: string, rows: Row[]): Promise<void> {
  const columns = Object.keys(rows[0]!).filter((name) => name !== 'id')
  if (columns.length === 0) return
  const values = rows.map((row) => sql`(${sql.join(['id', ...columns].map((name) => row[name]))})`)
  const set = columns.map((name, index) => sql`${sql.ref(name)} = ${typed(`column${index + 2}`, rows, name)}`)
  await sql`update ${sql.table(table)} set ${sql.join(set)} from (values ${sql.join(values)}) as changed
    where ${sql.ref(`${table}.id`)} = ${typed('column1', rows, 'id')}`.execute(tx)
}

/** PostgreSQL takes every value of the list for text. */
function typed(column: string, rows: Row[], name: string) {
  const value = rows.find((row) => row[name] !== null)?.[name]
  if (value === undefined) return sql`null`
  const at = sql.ref(`changed.${column}`)
  return typeof value === 'number' ? sql`cast(${at} as bigint)` : sql`cast(${at} as text)`
}
