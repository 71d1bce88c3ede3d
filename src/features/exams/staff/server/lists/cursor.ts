import * as z from 'zod/mini'
import { invalid } from '#lib/both/calls/errors.ts'

/** Where a page of a list ended: the values of its last row by which the list is ordered, as a text that callers give back. */
export type Place = readonly (string | number)[]

const place = z.array(z.union([z.string(), z.number()]))

/** @param list another text for each order: a place in one is none in another */
export function cursorOf(list: string, values: Place): string {
  return Buffer.from(JSON.stringify([list, ...values])).toString('base64url')
}

/**
 * @param kinds of the values, in their order
 * @throws invalid after
 */
export function readCursor<Kinds extends ('string' | 'number')[]>(
  cursor: string,
  list: string,
  ...kinds: Kinds
): { [Index in keyof Kinds]: Kinds[Index] extends 'string' ? string : number } {
  const [of, ...values] = read(cursor)
  const fits = of === list && values.length === kinds.length && kinds.every((kind, at) => typeof values[at] === kind)
  if (!fits) throw invalid({ after: 'This is no place in the list' })
  return values as never
}

function read(cursor: string): (string | number)[] {
  try {
    const { data } = z.safeParse(place, JSON.parse(Buffer.from(cursor, 'base64url').toString()))
    return data ?? []
  } catch {
    return []
  }
}
