import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { Tx } from './import-run.ts'
import { jsonNumber, jsonRows, jsonText } from './json-rows.ts'

type Value = string | number | null
export type Row = Record<string, Value>

/** Rows of a statement at most. */
const MAX_UPDATES = 1000

/**
 * Updates many rows of a table, many by a statement: one statement a row would hold the lock of SQLite for a second where
 * an import changes 20,000.
 * @param rows each with its `id` and the columns that change
 */
export async function updateRows(tx: Tx, table: keyof Database & string, rows: readonly Row[]): Promise<void> {
  const alike = Map.groupBy(rows, ({ id: _, ...row }) => Object.keys(row).join())
  for (const group of alike.values())
    for (let from = 0; from < group.length; from += MAX_UPDATES)
      await updateSome(tx, table, group.slice(from, from + MAX_UPDATES))
}

async function updateSome(tx: Tx, table: string, rows: Row[]): Promise<void> {
  const columns = Object.keys(rows[0]!).filter((name) => name !== 'id')
  if (columns.length === 0) return
  const list = jsonRows(
    tx,
    rows.map((row) => ['id', ...columns].map((name) => row[name])),
  )
  const set = columns.map((name, index) => sql`${sql.ref(name)} = ${valueAt(index + 1, rows, name)}`)
  await sql`update ${sql.table(table)} set ${sql.join(set)} from ${list}
    where ${sql.ref(`${table}.id`)} = ${jsonNumber(0)}`.execute(tx)
}

function valueAt(index: number, rows: Row[], name: string) {
  const value = rows.find((row) => row[name] !== null)?.[name]
  if (value === undefined) return sql`null`
  return typeof value === 'number' ? jsonNumber(index) : jsonText(index)
}
