import type { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { list, type Table } from './tables.ts'

/** What is sent at once: rows, and characters of text in them. */
const ROWS = 2000
const CHARACTERS = 1_000_000

/** Rows after which progress is told. */
const TOLD = 500_000

/** Copies all rows of a table. @returns how many */
export async function transferTable(
  source: DatabaseSync,
  target: Db,
  table: Table,
  progress: (rows: number) => void,
): Promise<number> {
  const { columns, name } = table
  // A parameter a column, whatever the number of rows: PostgreSQL reads it as an array.
  const insert = (values: unknown[][]) =>
    sql`insert into ${sql.id(name)} (${sql.raw(list(columns))}) select * from unnest(${sql.join(
      columns.map(({ type }, index) => sql`${values[index]}::${sql.raw(type)}[]`),
    )})`.execute(target)

  let values: unknown[][] = columns.map(() => [])
  let rows = 0
  let waiting = 0
  let characters = 0
  const send = async () => {
    if (waiting === 0) return
    await insert(values)
    rows += waiting
    if (Math.floor(rows / TOLD) > Math.floor((rows - waiting) / TOLD)) progress(rows)
    values = columns.map(() => [])
    waiting = 0
    characters = 0
  }
  for (const row of source.prepare(`select ${list(columns)} from "${name}" order by ${list(table.key)}`).iterate()) {
    for (const [index, column] of columns.entries()) {
      const value = row[column.name]
      values[index]!.push(value)
      if (typeof value === 'string') characters += value.length
    }
    waiting += 1
    if (waiting >= ROWS || characters >= CHARACTERS) await send()
  }
  await send()
  return rows
}

/**
 * Lets PostgreSQL go on counting where SQLite is: beyond the highest id that was ever given, since ids of deleted rows are
 * not given again.
 */
export async function continueCounting(source: DatabaseSync, target: Db, { name, columns }: Table): Promise<void> {
  const counted = columns.find((column) => column.counted)
  if (!counted) return
  const { last } = source
    .prepare(
      `select max(coalesce((select seq from sqlite_sequence where name = ?), 0),
         coalesce((select max("${counted.name}") from "${name}"), 0)) as last`,
    )
    .get(name) as { last: number }
  // What setval does outlives a transaction that is undone: on tables that stay empty it does no harm.
  await sql`select setval(pg_get_serial_sequence(quote_ident(${name}), ${counted.name}),
    ${Math.max(last, 1)}, ${last > 0})`.execute(target)
}
