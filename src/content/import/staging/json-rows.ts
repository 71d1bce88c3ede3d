import { PostgresAdapter, sql, type RawBuilder } from 'kysely'
import type { Db } from '#db/database.ts'

/**
 * Returns rows as a table `list` with one column `value`, a JSON array. The rows are one parameter: compiling a statement
 * with a parameter for each value takes ten times as long as running it, and SQLite stays locked.
 */
export function jsonRows(db: Db, rows: readonly unknown[][]): RawBuilder<unknown> {
  const json = JSON.stringify(rows)
  return db.getExecutor().adapter instanceof PostgresAdapter
    ? sql`json_array_elements(cast(${json} as json)) as list (value)`
    : sql`json_each(${json}) as list`
}

/** Reads a whole number of a row of `jsonRows`. */
export function jsonNumber(index: number): RawBuilder<number> {
  return sql<number>`cast(list.value ->> ${sql.lit(index)} as bigint)`
}

/** Reads a text of a row of `jsonRows`. */
export function jsonText(index: number): RawBuilder<string> {
  return sql<string>`cast(list.value ->> ${sql.lit(index)} as text)`
}

/** Returns ids as a subquery for `in`. */
export function jsonIds(db: Db, ids: readonly number[]): RawBuilder<number> {
  return sql<number>`(select ${jsonNumber(0)} from ${jsonRows(
    db,
    ids.map((id) => [id]),
  )})`
}
