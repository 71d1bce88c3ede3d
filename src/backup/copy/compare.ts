import type { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { list, nameOfRow, type Table } from './tables.ts'

/** Rows fetched at once from PostgreSQL. */
const ROWS = 2000

/** Differences that are told, at most; all are counted. */
const TOLD = 10

type Row = Record<string, unknown>

export interface Comparison {
  /** Rows that both have. */
  same: number
  different: number
  /** The first differences, a line each. */
  told: string[]
}

/**
 * Compares a table of both databases row by row in the order of its primary key, all columns, as the product reads them.
 * @param target a transaction
 */
export async function compareTable(source: DatabaseSync, target: Db, table: Table): Promise<Comparison> {
  const result: Comparison = { same: 0, different: 0, told: [] }
  const differ = (row: Row, how: string) => {
    result.different += 1
    if (result.told.length < TOLD) result.told.push(`${nameOfRow(table, row)}: ${how}`)
  }
  const here = source
    .prepare(`select ${list(table.columns)} from "${table.name}" order by ${list(table.key)}`)
    .iterate()
  const there = rowsOf(target, table)
  let one = here.next().value as Row | undefined
  let other = (await there.next()).value as Row | undefined
  while (one || other) {
    const order = one && other ? orderOf(table, one, other) : one ? -1 : 1
    if (order < 0) differ(one!, 'is missing on PostgreSQL')
    else if (order > 0) differ(other!, 'is not on SQLite')
    else {
      const columns = table.columns.filter(({ name }) => one![name] !== other![name])
      if (columns.length === 0) result.same += 1
      else differ(one!, `${columns.map(({ name }) => name).join(', ')} differ`)
    }
    if (order <= 0) one = here.next().value as Row | undefined
    if (order >= 0) other = (await there.next()).value as Row | undefined
  }
  return result
}

async function* rowsOf(target: Db, { name, columns, key }: Table): AsyncGenerator<Row, undefined> {
  // The order of bytes, as SQLite has it, whatever the language of the database.
  const order = key.map((column) => `"${column.name}"${column.type === 'text' ? ' collate "C"' : ''}`).join(', ')
  await sql`declare compared no scroll cursor for
    select ${sql.raw(list(columns))} from ${sql.id(name)} order by ${sql.raw(order)}`.execute(target)
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.raw(String(ROWS))} from compared`.execute(target)
    yield* rows
    if (rows.length < ROWS) break
  }
  await sql`close compared`.execute(target)
  return undefined
}

function orderOf({ key }: Table, one: Row, other: Row): number {
  for (const { name, type } of key) {
    const [a, b] = [one[name], other[name]]
    if (a === b) continue
    if (type === 'text') return Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)))
    return Number(a) < Number(b) ? -1 : 1
  }
  return 0
}
