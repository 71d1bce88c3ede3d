import type { DatabaseSync } from 'node:sqlite'
import { list, nameOfRow, type Column, type ColumnType, type Table } from './tables.ts'

/** Rows of a table that are named, at most. */
const NAMED = 5

/** What SQLite may hold in a column and PostgreSQL may not, or JavaScript could not read: `$` stands for the column. */
const misfits: Record<ColumnType, { where: string; what: string }> = {
  int4: {
    where: `typeof($) <> 'integer' or $ not between -2147483648 and 2147483647`,
    what: 'is not a whole number of 32 bits',
  },
  int8: {
    where: `typeof($) <> 'integer' or $ not between ${Number.MIN_SAFE_INTEGER} and ${Number.MAX_SAFE_INTEGER}`,
    what: 'is not a whole number of 53 bits',
  },
  float8: { where: `typeof($) not in ('real', 'integer') or abs($) = 9e999`, what: 'is not a number' },
  text: {
    where: `typeof($) <> 'text' or instr($, char(0)) > 0`,
    what: 'is not text, or has a NUL in it, which PostgreSQL cannot hold',
  },
}

/** Looks at every value of the source before anything is written. @returns a line for each row that cannot be copied */
export function findMisfits(source: DatabaseSync, tables: Table[]): string[] {
  return tables.flatMap((table) => {
    const wrong = (column: Column) => {
      const name = `"${column.name}"`
      return `(${name} is not null and (${misfits[column.type].where.replaceAll('$', name)}))`
    }
    const columns = table.columns
      .map((column) => `case when ${wrong(column)} then '${column.name}' end`)
      .concat('null', 'null')
    const query = source.prepare(
      `select ${list(table.key)}, coalesce(${columns.join(', ')}) as misfit from "${table.name}"
       where ${table.columns.map(wrong).join(' or ')} order by ${list(table.key)} limit ${NAMED}`,
    )
    query.setReadBigInts(true)
    const rows = query.all() as Record<string, unknown>[]
    return rows.map((row) => {
      const column = table.columns.find(({ name }) => name === row.misfit)!
      return `${nameOfRow(table, row)}: ${column.name} ${misfits[column.type].what}`
    })
  })
}
