import { invalid } from '#lib/both/calls/errors.ts'

/** Where a list goes on: after somebody, or, without an id, after all who are alike in what it is sorted by. */
export interface Place {
  key: string | number
  id?: number
}

/** The largest id, and the largest instant. */
const LARGEST_ID = 2_147_483_647
const LARGEST: Record<string, number> = { newest: LARGEST_ID, seen: Number.MAX_SAFE_INTEGER }

/** A place as callers are given it. */
export function writePlace({ key, id }: Place): string {
  return Buffer.from(JSON.stringify(id === undefined ? [key] : [key, id])).toString('base64url')
}

/**
 * Reads what `writePlace` wrote for a list of the same order.
 * @throws invalid when it is anything else
 */
export function readPlace(cursor: string | undefined, sort: string): Place | undefined {
  if (cursor === undefined) return undefined
  const [key, id, ...more] = partsOf(cursor)
  const most = LARGEST[sort]
  const isKey =
    most === undefined
      ? typeof key === 'string' && key.isWellFormed() && !key.includes('\0')
      : isWhole(key) && key <= most
  if (!isKey || more.length > 0 || !(id === undefined || (isWhole(id) && id <= LARGEST_ID)))
    throw invalid({ after: 'Must be the next of a page of the same list' })
  return { key: key as string | number, ...(id !== undefined && { id }) }
}

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0

function partsOf(cursor: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return Array.isArray(parts) ? parts : []
  } catch {
    return []
  }
}
