import type { Kysely } from 'kysely'
import { UNRELEASED } from '#core/content/content-facts.ts'
import type { Database } from '#db/database.ts'
import type { MayBeHidden } from '../pack.ts'
import { MAX_ROWS, type ImportRun, type Tx } from './staging/import-run.ts'
import { noteUnreleased, unreleasedIds } from './staging/unreleased-rows.ts'
import { updateRows, type Row } from './staging/update-rows.ts'

export type { Row } from './staging/update-rows.ts'
export type { Tx } from './staging/import-run.ts'

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

interface SyncOptions {
  insertOnly?: readonly string[]
  retires?: boolean | ((row: Row) => boolean)
  ordered?: string
  ahead?: boolean
  change?: (tx: Tx, rows: Row[]) => Promise<void>
  view?: keyof Database & string
}

/**
 * Compares a table with what a pack says, and adds to the last transaction of an import what brings the table to that:
 * inserts new rows, updates changed ones in place, so that ids never change, and retires rows that the pack no longer has.
 * A retired row that comes back is the same row again.
 * @param keyColumns what makes a row the same row
 * @param wanted rows without `id` and `retired`; columns that are not named are left alone
 * @param insertOnly columns that are written when a row is new and never changed
 * @param retires false for rows that stay when the pack drops them; a function says which rows may be retired
 * @param ordered the column that a row's `position` counts within, '' for the whole table: where the rows that are wanted
 * stand in their order already, with gaps that others left, they stay as they are
 * @param ahead inserts new rows at once, unreleased, for tables to whose new rows others refer or that have many
 * @param change writes changed rows ahead of the last transaction, to where they are not shown yet
 * @param view shows the rows of the table as they were changed by `change`
 * @returns what changed, and ids by key for every row, those that are not wanted included; new rows that are not inserted
 * ahead get theirs in the last transaction
 */
export async function syncTable(
  run: ImportRun,
  table: keyof Database & string,
  keyColumns: readonly string[],
  wanted: Row[],
  { insertOnly = [], retires = true, ordered, ahead = false, change, view = table }: SyncOptions = {},
): Promise<Changes & { ids: Map<string, number> }> {
  // One function for tables of different rows: their columns are checked by the database.
  const db = run.db as unknown as Kysely<Record<string, Row>>
  const existing = new Map<string, Row>()
  for (const row of (await db.selectFrom(view).selectAll().execute()) as Row[])
    existing.set(keyOf(row, keyColumns), row)
  const unreleased = ahead ? await unreleasedIds(run.db, table) : new Set<number>()

  const ids = new Map([...existing].map(([key, row]) => [key, row.id as number]))
  if (ordered !== undefined) keepOrder(wanted, (row) => existing.get(keyOf(row, keyColumns)), ordered)
  const changes: Changes = { total: wanted.length, added: new Set(), changed: new Set(), retired: new Set() }
  const fresh: Row[] = []
  const takenUp: Row[] = []
  const updates: Row[] = []
  for (const row of wanted) {
    const key = keyOf(row, keyColumns)
    const old = existing.get(key)
    if (!old || unreleased.has(old.id as number)) {
      if (old) takenUp.push({ id: old.id!, ...row })
      else fresh.push(row)
      changes.added.add(key)
      existing.delete(key)
      continue
    }
    existing.delete(key)
    const target: Row = retires ? { retired: 0, ...row } : row
    const different = Object.entries(target).filter(
      ([name, value]) => old[name] !== value && !insertOnly.includes(name),
    )
    if (different.length === 0) continue
    changes.changed.add(key)
    updates.push(change ? { id: old.id!, ...row } : { id: old.id!, ...Object.fromEntries(different) })
  }
  if (ahead) {
    const made = { table, keyColumns, hasRetired: Boolean(retires), ids }
    await insertAhead(run, fresh, made)
    await takeUpAhead(run, takenUp, made)
  } else if (fresh.length > 0) run.last((tx) => insertRows(tx, fresh, { table, keyColumns, ids }))
  if (change) for (const part of chunks(updates, MAX_ROWS)) await run.ahead((tx) => change(tx, part))
  else if (updates.length > 0) run.last((tx) => updateRows(tx, table, updates))
  if (retires) {
    const mayRetire = typeof retires === 'function' ? retires : () => true
    const gone = [...existing].filter(([, row]) => row.retired === 0 && mayRetire(row))
    for (const [key] of gone) changes.retired.add(key)
    const retired = gone.map(([, row]): Row => ({ id: row.id!, retired: 1 }))
    if (retired.length > 0) run.last((tx) => updateRows(tx, table, retired))
  }
  return { ...changes, ids }
}

interface Target {
  table: keyof Database & string
  keyColumns: readonly string[]
  ids: Map<string, number>
}

/** Inserts rows and notes their ids by key. @returns the ids */
async function insertRows(tx: Tx, rows: Row[], { table, keyColumns, ids }: Target): Promise<number[]> {
  const inserted: number[] = []
  for (const part of chunks(rows)) {
    const made = (await (tx as unknown as Kysely<Record<string, Row>>)
      .insertInto(table)
      .values(part)
      .returning(['id', ...keyColumns])
      .execute()) as Row[]
    for (const row of made) {
      ids.set(keyOf(row, keyColumns), row.id as number)
      inserted.push(row.id as number)
    }
  }
  return inserted
}

/** Inserts rows that nothing shows before the release. */
async function insertAhead(run: ImportRun, rows: Row[], into: Target & { hasRetired: boolean }): Promise<void> {
  const { trialId } = run
  if (trialId) for (const row of rows) into.ids.set(keyOf(row, into.keyColumns), trialId())
  else
    for (const part of chunks(rows, MAX_ROWS))
      await run.ahead(async (tx) => {
        const inserted = await insertRows(tx, into.hasRetired ? part.map(unreleased) : part, into)
        await noteUnreleased(tx, run.id, into.table, inserted)
      })
}

/** Gives rows that an earlier import left unreleased their present values. */
async function takeUpAhead(run: ImportRun, rows: Row[], into: Target & { hasRetired: boolean }): Promise<void> {
  if (run.trialId) return
  for (const part of chunks(rows, MAX_ROWS))
    await run.ahead(async (tx) => {
      await updateRows(tx, into.table, into.hasRetired ? part.map(unreleased) : part)
      await noteUnreleased(
        tx,
        run.id,
        into.table,
        part.map(({ id }) => id as number),
      )
    })
}

function unreleased(row: Row): Row {
  return { ...row, retired: UNRELEASED + Number(row.retired ?? 0) }
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
