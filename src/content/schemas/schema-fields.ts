import * as z from 'zod'
import { counted } from '#lib/both/text/format.ts'
import { MOST_MARKDOWN, unfitCharacters } from '#features/authoring/authoring.rules.ts'
import { isSellable, MOST_RUPEES } from '#features/purchases/price.rules.ts'
import { countCharacters, hasAtMost } from '#lib/both/text/count-characters.ts'
import { resolveDate, resolveTime } from '../times.ts'

/** What fields of several files of a pack have in common. */

const anyText = z
  .string()
  .refine((text) => !unfitCharacters.test(text) && text.isWellFormed(), {
    error: 'has control characters or tabs; a backslash in double quotes makes them: use single quotes',
  })
  .refine((text) => text.trim() !== '', { error: 'is empty' })

/** At most so many characters, counted as forms count them. */
export const atMost = (most: number) =>
  z.string().superRefine((text, context) => {
    if (!hasAtMost(text, most)) context.addIssue({ code: 'custom', message: longerThan(most, text) })
  })

/** Says of a text that it is too long. */
export const longerThan = (most: number, text: string) =>
  `is ${counted(countCharacters(text), 'character')} long; at most ${most} are allowed`

/** Text of one line. */
export const line = (max: number) =>
  anyText
    .transform((text) => text.trim())
    .pipe(atMost(max).refine((text) => !text.includes('\n'), { error: 'must be one line' }))

/** Markdown, or plain text of many lines. */
export const markdown = anyText.pipe(atMost(MOST_MARKDOWN))

/** Characters of a text that is HTML: that of formulas is many times as long as what was written. */
const MOST_HTML = 2_000_000

/** The same where the entry may say that its texts are HTML, as an export writes those whose Markdown is not known. */
export const written = anyText.pipe(z.string().max(MOST_HTML))

/** A text that may be missing; one that is blank, or a field without a value, is missing. */
export const optionalText = <Text extends z.ZodType<string, string>>(text: Text) =>
  z
    .preprocess(
      (value) => (value === null || (typeof value === 'string' && value.trim() === '') ? undefined : value),
      text.optional(),
    )
    .optional()

/** Says of an entry that its texts are HTML. */
export const html = z.literal(true).optional()

/** Texts that are `written`, and the most characters of each where it is Markdown: for `superRefine`. */
export const inMarkdown = (limits: Record<string, number>) =>
  [
    (entry: Record<string, unknown>, context: z.RefinementCtx) => {
      for (const { path, text, most } of textsOf(entry, limits))
        if (!hasAtMost(text, most)) context.addIssue({ code: 'custom', message: longerThan(most, text), path })
    },
    evenIfWrong((entry) => entry.html !== true),
  ] as const

function textsOf(entry: Record<string, unknown>, limits: Record<string, number>) {
  return Object.entries(limits).flatMap(([field, most]) => {
    const value = entry[field]
    if (typeof value === 'string') return [{ path: [field] as PropertyKey[], text: value, most }]
    if (!Array.isArray(value)) return []
    return value.flatMap((text: unknown, index) =>
      typeof text === 'string' ? [{ path: [field, index] as PropertyKey[], text, most }] : [],
    )
  })
}

export const key = z
  .string()
  .max(80)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, { error: 'must be lower case letters, digits and single - between them' })

export const whole = (least: number, most: number) => z.int().min(least).max(most)

/** Rupees with at most two decimals: nothing, or an amount that payment providers charge. */
export const rupees = z
  .number()
  .min(0)
  .max(MOST_RUPEES)
  .refine((amount) => Number.isInteger(Math.round(amount * 1e6) / 1e4), { error: 'must have at most two decimals' })
  .refine((amount) => amount < 0 || isSellable(Math.round(amount * 100)), {
    error: 'must be 0 (free) or at least 1: payment providers refuse less',
  })

/** A text that a function can read; what the function throws says why not. */
const readable = (read: (text: string) => unknown) =>
  z.string().superRefine((text, context) => {
    try {
      read(text)
    } catch (error) {
      context.addIssue({ code: 'custom', message: `is wrong: ${(error as Error).message}` })
    }
  })

export const time = readable((text) => resolveTime(text, 0))
export const date = readable(resolveDate)

/** Rules between fields are checked even when a field elsewhere is wrong, so that one run lists everything. */
export const evenIfWrong = (applies: (value: Record<string, unknown>) => boolean) => ({
  when: ({ value }: { value: unknown }) => isRecord(value) && applies(value),
})

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** A list whose entries, or what `by` finds in them, may not repeat. */
export const distinct = <Item extends z.ZodType>(item: Item, by = (entry: unknown) => entry, path: string[] = []) =>
  z.array(item).superRefine((list, context) => {
    const seen = new Set<unknown>()
    for (const [index, entry] of list.entries()) {
      const value = by(entry)
      if (value !== undefined && seen.has(value)) {
        context.addIssue({ code: 'custom', message: `'${String(value)}' is there twice`, path: [index, ...path] })
      }
      seen.add(value)
    }
  }, evenIfWrong(Array.isArray))

/** A list of entries with keys, at least one, no key twice. */
export const keyed = <Item extends z.ZodType<{ key: string }>>(item: Item) =>
  distinct(item, (entry) => (isRecord(entry) ? entry.key : undefined), ['key']).min(1)
