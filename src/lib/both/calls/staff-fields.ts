import * as z from 'zod/mini'
import { id, means, named, text } from './fields.ts'
import { isDay } from '../time/days.ts'
import { rowId } from './reply-fields.ts'

/** Field schemas that contracts of staff share. */

/** Characters of a reason. */
export const MOST_REASON = 500

const reasonText = text(MOST_REASON).check(z.minLength(1, { error: 'A reason is needed' }))

/** Reason of an act on a learner. */
export const reason = means(reasonText, 'Why, for the log; the learner can read it in the download of their data')

/** Reason of an act on staff, which no learner reads. */
export const staffReason = means(reasonText, 'Why, for the log')

/** Text that may not be missing. */
export const needed = (max: number, error = 'Please fill this in') => text(max).check(z.minLength(1, { error }))

/** A day of the calendar in India. */
export const day = z.string().check(z.refine(isDay, { error: 'Must be a day such as 2026-11-25' }))

/** Which version of something a change was made from. */
export const version = means(id, 'The version that was changed; one that is no longer the latest is refused (edited)')

/** Rows a page of a list that is read on from a row, and from which row. */
export const before = means(z.optional(id), 'Only rows before this one')

/** Where the next page of such a list begins. */
export const nextRow = means(z.nullable(rowId), 'Before which row the next page begins; null of the last')
/**
 * Where a list goes on that is in the order of a time and then of ids: what `next` said. The row itself may have moved
 * meanwhile.
 */
export const after = means(
  z.optional(z.string().check(z.regex(/^\d{1,15}-\d{1,10}$/, { error: 'Must be what `next` was' }))),
  'Only rows after this place: what `next` was',
)

/** Where the next page of such a list begins. */
export const next = means(z.nullable(z.string()), 'Where the next page begins, as `after`; null of the last')

/** A place in such a list, as text and back. */
export const placeText = ({ at, id: row }: { at: number; id: number }) => `${at}-${row}`
export function placeIn(text: string | undefined): { at: number; id: number } | undefined {
  if (text === undefined) return undefined
  const [at = 0, row = 0] = text.split('-').map(Number)
  return { at, id: row }
}

/** A part of a CSV file: parts are asked for one after the other and put together as they are. */
export const csvPart = z.object({
  csv: z.string(),
  next: means(z.nullable(rowId), 'After which row the next part begins; null of the last'),
})

named({ CsvPart: csvPart })
