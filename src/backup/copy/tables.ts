import type { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { DataError } from '../data-error.ts'
import { dataTablesOf } from '../sqlite-file.ts'

/** The types that columns have on PostgreSQL, by the names of its catalogue. */
const types = ['int4', 'int8', 'float8', 'text'] as const

export type ColumnType = (typeof types)[number]

export interface Column {
  name: string
  type: ColumnType
  /** Its place in the primary key, from 1; 0 when it is not of it. */
  keyPlace: number
  /** PostgreSQL counts it up. */
  counted: boolean
}

export interface Table {
  name: string
  columns: Column[]
  /** The columns of the primary key, in its order. */
  key: Column[]
}

/** What the migrations know of themselves stays where it is. */
const own = /^kysely_/

/** The tables of a PostgreSQL database with their columns, from its catalogue, by name. */
export async function tablesOf(db: Db): Promise<Table[]> {
  const { rows } = await sql<Column & { table: string }>`
    select c.relname as "table", a.attname as name, t.typname as type, a.attidentity <> '' as counted,
      coalesce(array_position(k.conkey, a.attnum), 0) as "keyPlace"
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
    left join pg_constraint k on k.conrelid = c.oid and k.contype = 'p'
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
    order by c.relname, a.attnum`.execute(db)
  const found = new Map<string, Column[]>()
  for (const { table, ...column } of rows) {
    if (!own.test(table)) found.set(table, [...(found.get(table) ?? []), column])
  }
  return [...found].map(([name, columns]) => ({
    name,
    columns,
    key: columns.filter(({ keyPlace }) => keyPlace > 0).sort((one, other) => one.keyPlace - other.keyPlace),
  }))
}

/**
 * Makes sure that both databases have the same tables with the same columns, and only such as can be copied.
 * @throws DataError with what is different: a migration that the copy does not understand
 */
export function refuseDifferences(source: DatabaseSync, tables: Table[]): void {
  const columnsOf = source.prepare('select name from pragma_table_info(?)')
  const sorted = (columns: unknown[]) => columns.map(String).sort().join(', ')
  const left = new Map(
    dataTablesOf(source)
      .filter((name) => !own.test(name))
      .map((name) => [name, sorted(columnsOf.all(name).map((column) => column.name))]),
  )
  for (const { name, columns, key } of tables) {
    if (left.get(name) !== sorted(columns.map((column) => column.name))) {
      throw new DataError(`The table ${name} is not the same on both sides`)
    }
    left.delete(name)
    const strange = columns.find(({ type }) => !types.includes(type))
    if (strange) throw new DataError(`${name}.${strange.name} has the type ${strange.type}, which is not copied`)
    if (key.length === 0) throw new DataError(`The table ${name} has no primary key, so it cannot be compared`)
  }
  const [missing] = left.keys()
  if (missing !== undefined) throw new DataError(`The table ${missing} is not on both sides`)
}

/** How a row is called in messages: `responses 5, 17`. */
export function nameOfRow({ name, key }: Table, row: Record<string, unknown>): string {
  return `${name} ${key.map((column) => String(row[column.name])).join(', ')}`
}

/** `"a", "b"`: the same on both engines. */
export function list(columns: Column[]): string {
  return columns.map(({ name }) => `"${name}"`).join(', ')
}
