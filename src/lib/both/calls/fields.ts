import * as z from 'zod/mini'
import { EMPTY_FILE } from '../files.ts'
import { hasAtMost } from '../text/count-characters.ts'
import { counted } from '../text/format.ts'

/** Field schemas that several contracts share. */

/**
 * A schema that the API document says this of, before what it says of the schema already, such as a unit. The schema itself
 * is not changed, so that many fields can share one.
 */
export function means<Schema extends z.ZodMiniType>(schema: Schema, description: string): Schema {
  const own = schema.clone()
  const before = z.globalRegistry.get(schema)?.description
  z.globalRegistry.add(own, { description: before ? `${description}. ${before}` : description })
  return own
}

/** Gives schemas of replies names of their own in the API document; clients have types by these names. */
export function named(schemas: Record<string, z.ZodMiniType>): void {
  for (const [id, schema] of Object.entries(schemas))
    z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), id })
}

/**
 * A number of a setting, or the digits that write it. What else JavaScript makes a number of (true, '', ' 1 ', '0x10',
 * '1e3') is none. Calls take `whole` and `decimal`, which say their bounds.
 */
export const numeric = (error = 'Must be a number') =>
  z.pipe(
    z.union([z.number(), z.string().check(z.regex(/^-?\d{1,16}(\.\d{1,6})?$/, { error }))], { error }),
    z.pipe(z.transform(Number), z.number({ error })),
  )

/** The largest id: those of both databases are integers of 32 bits. */
export const LARGEST_ID = 2_147_483_647

/**
 * A whole number in these bounds, or the digits that paths, queries and forms write it with. What else JavaScript makes a
 * number of (true, a list of one, '', ' 1 ', '0x10', '1e3', '1.0') is none.
 */
export const whole = (least: number, most: number, error: string) => {
  const number = z.int({ error }).check(z.minimum(least, { error }), z.maximum(most, { error }))
  const written = z.string({ error }).check(z.regex(new RegExp(`^\\d{1,${String(most).length}}$`), { error }))
  return z.pipe(z.union([number, written], { error }), z.pipe(z.transform(Number), number))
}

/** The same with at most so many decimals, as text; as a number any. */
export const decimal = (most: number, decimals: number, error: string) => {
  const number = z.number({ error }).check(z.minimum(0, { error }), z.maximum(most, { error }))
  const pattern = new RegExp(`^\\d{1,${String(most).length}}(\\.\\d{1,${decimals}})?$`)
  const written = z.string({ error }).check(z.regex(pattern, { error }))
  return z.pipe(z.union([number, written], { error }), z.pipe(z.transform(Number), number))
}

/**
 * Text that consists of digits, which clients may also send as a number.
 * @param lengths how many digits the text has, shortest first: JSON numbers lack the zeros in front, which are added
 */
export const digitText = (written: z.ZodMiniType<string, string>, error: string, ...lengths: number[]) => {
  const number = z.int({ error }).check(z.minimum(0, { error }))
  return z.pipe(
    z.union([written, number], { error }),
    z.pipe(
      z.transform((value: string | number) => {
        const text = String(value)
        const length = lengths.find((one) => one >= text.length) ?? 1
        return typeof value === 'number' ? text.padStart(length, '0') : value
      }),
      written,
    ),
  )
}

/** A code of so many digits, or of another of the lengths, as text or as a number. */
export const digits = (length: number, ...others: number[]) => {
  const error = `Must be ${counted(length, 'digit')}`
  const lengths = [length, ...others]
  const pattern = new RegExp(`^(${lengths.map((one) => `\\d{${one}}`).join('|')})$`)
  return digitText(z.string({ error }).check(z.regex(pattern, { error })), error, ...lengths)
}

/** A database id, in a path, a query or a body, as a number or as digits. */
export const id = whole(1, LARGEST_ID, 'Must be a positive whole number')

/** How many of something, at most a thousand. */
export const count = whole(0, 1000, 'Must be a whole number from 0 to 1000')

/** A page number, from 1. */
export const page = z._default(means(whole(1, 100_000, 'Must be a page number from 1'), 'Which page, from 1'), 1)

/** Rows a page. */
export const perPage = (fallback: number) =>
  z._default(means(whole(1, 100, 'Must be from 1 to 100'), 'Rows a page'), fallback)

/** An instant or a duration in whole milliseconds. */
export const milliseconds = whole(0, Number.MAX_SAFE_INTEGER, 'Must be whole milliseconds')

/**
 * What is changed of every text: forms send line breaks as two characters, which count and are kept as the one that was
 * typed, and letters with marks are written in one way (NFC), so that what looks the same is the same.
 */
const oneSpelling = (value: string) => value.replace(/\r\n?/g, '\n').normalize('NFC')

/** NUL and its like are refused by PostgreSQL and mean nothing in a learner's text. */
const storable = z.refine<string>(
  (value) => !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(value) && value.isWellFormed(),
  { error: 'Has characters that cannot be stored' },
)

/** At most `max` characters as readers count them (count-characters.ts); the schema tells `max`, as it does of `z.maxLength`. */
const atMost = (max: number) => {
  const check = z.refine<string>((value) => hasAtMost(value, max), { error: `At most ${counted(max, 'character')}` })
  check._zod.onattach.push(({ _zod: { bag } }) => {
    bag.maximum = Math.min(max, (bag.maximum as number | undefined) ?? max)
  })
  return check
}

/** Text of at most `max` characters, trimmed, without control characters other than line breaks and tabs. */
export const text = (max: number, error = 'Must be text') =>
  z.string({ error }).check(z.overwrite(oneSpelling), z.trim(), atMost(max), storable)

/** How many characters `written` takes, which its schema does not tell; for the counters of forms. */
export const mostWritten = z.registry<{ most: number }>()

/**
 * What somebody writes in words of their own, kept as it was typed, with its spaces. Spaces at its ends do not count, and
 * there may be at most `max` of them.
 */
export const written = (max: number) =>
  z
    .string({ error: 'Must be text' })
    .check(
      z.overwrite(oneSpelling),
      z.refine(
        (value) => {
          const text = value.trim()
          return hasAtMost(text, max) && value.length - text.length <= max
        },
        { error: `At most ${counted(max, 'character')}` },
      ),
      storable,
    )
    .register(mostWritten, { most: max })

/**
 * Text on one line: a name, a place. These are compared, sorted and printed, so one space stands between words and none
 * at the ends, and there are no marks that turn the letters around it on somebody else's page.
 */
export const line = (max: number, error?: string) =>
  text(max, error).check(
    z.overwrite((value) =>
      value
        .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
        .replace(/\s+/g, ' ')
        .trim(),
    ),
  )

/** `Y` or `N`, as the calls of the specification say yes and no. */
export const yesNo = z.enum(['Y', 'N'])

/** What every reply to an action says at least. */
export const done = z.object({ status: z.boolean(), success: z.boolean(), message: z.string() })

named({ Done: done })

/** The envelope of paged lists (document 1, section 3, 'Pagination'). */
export const paged = <Row extends z.core.$ZodType>(row: Row) =>
  z.object({
    data: z.array(row),
    current_page: means(z.int().check(z.minimum(1)), 'This page, from 1'),
    prev_page_url: z.nullable(z.string()),
    next_page_url: z.nullable(z.string()),
    last_page: means(z.int().check(z.minimum(1)), 'The last page, which may be empty'),
    total: means(z.int().check(z.minimum(0)), 'Rows of all pages'),
  })

/** An uploaded picture; what it holds is looked at by src/providers/images. */
export const imageFile = z.file({ error: 'Must be an image file' }).check(z.minSize(1, { error: EMPTY_FILE }))

const isNothingChosen = (value: unknown) => value instanceof File && value.size === 0 && value.name === ''

/** The same where it may be missing. Browsers send a nameless, empty file for a field nobody chose one for. */
export const optionalImageFile = z.optional(
  z.pipe(
    z.transform((value: unknown) => (value === '' || isNothingChosen(value) ? undefined : value)),
    z.optional(imageFile),
  ),
)
