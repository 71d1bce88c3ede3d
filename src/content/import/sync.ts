import type { Kysely, Transaction } from 'kysely'
import type { Database } from '#db/database.ts'
import type { MayBeHidden } from '../pack.ts'

export type Tx = Transaction<Database>

type Value = string | number | null
export type Row = Record<string, Value>

/** What an import did to the rows of one table, by their keys. */
export interface Changes {
  total: number
  added: Set<string>
  changed: Set<string>
  retired: Set<string>
}

/** Rows a statement; far below what either database allows in parameters. */
const ROWS = 500

/** Cuts a list into statements. */
export function chunks<Item>(list: readonly Item[], size = ROWS): Item[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
    list.slice(index * size, (index + 1) * size),
  )
}

/**
 * Brings a table to what a pack says: inserts new rows, updates changed ones in place, so that ids never change, and
 * retires rows that the pack no longer has. A retired row that comes back is the same row again.
 * @param keyColumns what makes a row the same row
 * @param wanted rows without `id` and `retired`; columns that are not named are left alone
 * @param insertOnly columns that are written when a row is new and never changed
 * @param retires false for rows that stay when the pack drops them; a function says which rows may be retired
 * @param ordered the column that a row's `position` counts within, '' for the whole table: where the rows that are wanted
 * stand in their order already, with gaps that others left, they stay as they are
 * @returns ids by key, for every row, those that are not wanted included, and what changed
 */
export async function syncTable(
  tx: Tx,
  table: keyof Database & string,
  keyColumns: readonly string[],
  wanted: Row[],
  {
    insertOnly = [],
    retires = true,
    ordered,
  }: { insertOnly?: readonly string[]; retires?: boolean | ((row: Row) => boolean); ordered?: string } = {},
): Promise<Changes & { ids: Map<string, number> }> {
  // One function for tables of different rows: their columns are checked by the database.
  const db = tx as unknown as Kysely<Record<string, Row>>
  const existing = new Map<string, Row>()
  for (const row of (await db.selectFrom(table).selectAll().execute()) as Row[])
    existing.set(keyOf(row, keyColumns), row)

  const ids = new Map([...existing].map(([key, row]) => [key, row.id as number]))
  if (ordered !== undefined) keepOrder(wanted, (row) => existing.get(keyOf(row, keyColumns)), ordered)
  const changes: Changes = { total: wanted.length, added: new Set(), changed: new Set(), retired: new Set() }
  const fresh: Row[] = []
  for (const row of wanted) {
    const key = keyOf(row, keyColumns)
    const old = existing.get(key)
    if (!old) {
      fresh.push(row)
      changes.added.add(key)
      continue
    }
    existing.delete(key)
    const target: Row = retires ? { retired: 0, ...row } : row
    const different = Object.entries(target).filter(
      ([name, value]) => old[name] !== value && !insertOnly.includes(name),
    )
    if (different.length === 0) continue
    changes.changed.add(key)
    await db
      .updateTable(table)
      .set(Object.fromEntries(different))
      .where('id', '=', old.id as number)
      .execute()
  }
  for (const part of chunks(fresh)) {
    const made = (await db
      .insertInto(table)
      .values(part)
      .returning(['id', ...keyColumns])
      .execute()) as Row[]
    for (const row of made) ids.set(keyOf(row, keyColumns), row.id as number)
  }
  if (retires) {
    const mayRetire = typeof retires === 'function' ? retires : () => true
    const gone = [...existing].filter(([, row]) => row.retired === 0 && mayRetire(row))
    for (const part of chunks(gone)) {
      await db
        .updateTable(table)
        .set({ retired: 1 })
        .where(
          'id',
          'in',
          part.map(([, row]) => row.id as number),
        )
        .execute()
      for (const [key] of part) changes.retired.add(key)
    }
  }
  return { ...changes, ids }
}

/** Gives rows the positions that they have, wherever all of a list are there in the order in which they are wanted. */
function keepOrder(wanted: Row[], oldOf: (row: Row) => Row | undefined, within: string): void {
  for (const list of Map.groupBy(wanted, (row) => row[within]).values()) {
    const before = list.map((row) => oldOf(row)?.position)
    const isKept = before.every(
      (position, index) => position !== undefined && (index === 0 || position! > before[index - 1]!),
    )
    if (isKept) for (const [index, row] of list.entries()) row.position = before[index]!
  }
}

/** What says of a row whether it is out of sight. */
export function retiredOf({ hidden }: MayBeHidden): { retired: number } {
  return { retired: hidden ? 1 : 0 }
}

/** One text for a key of one or several columns: `12/prelims`. */
export function keyOf(row: Row, keyColumns: readonly string[]): string {
  return keyColumns.map((column) => String(row[column])).join('/')
}

/** An id that must be there, because what it belongs to was imported before. */
export function idOf(ids: Map<string, number>, key: string): number {
  const id = ids.get(key)
  if (id === undefined) throw new Error(`'${key}' has not been imported`)
  return id
}

/** True when an import did anything to a table. */
export function touched({ added, changed, retired }: Changes): boolean {
  return added.size + changed.size + retired.size > 0
}
