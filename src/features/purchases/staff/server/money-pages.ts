import type { Expression, SqlBool } from 'kysely'
import type { MoneyWords } from './money-search.ts'

/** What lists of money are narrowed to. Instants in milliseconds. */
export interface MoneyFilter {
  /** From this instant on, and before that one. */
  from?: number | undefined
  to?: number | undefined
  courseId?: number | undefined
  userId?: number | undefined
  provider?: string | undefined
  words?: MoneyWords | undefined
}

/** The last row of a page: the next one begins after it. */
export interface Cursor {
  at: number
  id: number
}

export interface Wanted {
  after?: Cursor | undefined
  /** Rows of a page. */
  most?: number
}

/** Rows with the newest first, and sums over all rows of the filter, whatever the page. */
export interface MoneyPage<Row> {
  rows: Row[]
  /** Rows of all pages, test payments included. */
  number: number
  /** Sum in paise without test payments; of payments the net amount. */
  paise: number
  /** Null on the last page. */
  next: Cursor | null
}

/** Rows of a page where none are asked for. */
export const MONEY_PAGE = 50

/** A condition for what is given, and none for what is not. */
export function given<Value>(
  value: Value | undefined,
  condition: (value: Value) => Expression<SqlBool>,
): Expression<SqlBool>[] {
  return value === undefined ? [] : [condition(value)]
}

/** A page of rows, of which one more than fit was read. */
export function pageOf<Row extends Cursor, Sums extends { number: number; paise: number }>(
  read: Row[],
  most: number,
  sums: Sums,
): MoneyPage<Row> & Sums {
  const rows = read.slice(0, most)
  const last = rows.at(-1)
  return { rows, ...sums, next: read.length > most && last ? { at: last.at, id: last.id } : null }
}
