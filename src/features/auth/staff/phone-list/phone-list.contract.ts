import * as z from 'zod/mini'
import { BODY_LIMIT } from '#lib/both/calls/endpoint.ts'
import { means, named } from '#lib/both/calls/fields.ts'
import { howMany } from '#lib/both/calls/reply-fields.ts'
import { whyNot } from './phone-list.rules.ts'

/** Phones that are pasted or come as a file, of calls that are about many learners. */

/** Bytes that a call with such a list takes: each character of it may be written with two. */
export const PHONE_LIST_LIMIT = 2 * BODY_LIMIT

/** The list itself; it may be empty. */
export const phoneList = means(
  z.string({ error: 'Please choose a file' }).check(z.maxLength(BODY_LIMIT, { error: 'The file is larger than 1 MB' })),
  'The file: a phone a line, in its first column or in one called phone or mobile',
)

/** A line of a list that cannot be used. */
export const badRow = z.object({
  line: means(howMany, 'Of the file, from 1'),
  phone: means(z.string(), 'What stands there, its beginning'),
  why: z.enum(Object.keys(whyNot) as (keyof typeof whyNot)[]),
  first_line: means(z.nullable(howMany), 'Where the phone stands first, of `twice`'),
})
export type BadRow = z.output<typeof badRow>

named({ BadGrantRow: badRow })
