import * as z from 'zod/mini'
import { BODY_LIMIT } from '#lib/both/calls/endpoint.ts'
import { means, named, whole } from '#lib/both/calls/fields.ts'
import { howMany, rowId } from '#lib/both/calls/reply-fields.ts'
import { whyNot, type WhyNot } from './phone-list.rules.ts'

/** Phones that are pasted or come as a file, of calls that are about many learners. */

/** Bytes that a call with such a list takes: each character of it may be written with two. */
export const PHONE_LIST_LIMIT = 2 * BODY_LIMIT

/** The list itself; it may be empty. */
export const phoneList = means(
  z.string({ error: 'Please choose a file' }).check(z.maxLength(BODY_LIMIT, { error: 'The file is larger than 1 MB' })),
  'The file: a phone number a line. Headings such as Phone, Mobile or Contact No, and Name, say which columns are used',
)

const column = z.optional(whole(1, 1000, 'Must be the number of a column from 1'))

/** Columns of a list that its headings do not tell. */
export const listColumns = {
  phone_column: means(column, 'The column with the phone numbers, from 1; by its heading without'),
  name_column: means(column, 'The column with the names, from 1; by its heading without'),
}

/** A line of a list that cannot be used. */
export const badRow = z.object({
  line: means(howMany, 'Of the file, from 1'),
  phone: means(z.string(), 'The beginning of its text'),
  why: z.enum(Object.keys(whyNot) as WhyNot[]),
  first_line: means(z.nullable(howMany), 'Line with the same phone number, of `twice`'),
})
export type BadRow = z.output<typeof badRow>

/** A column of a list. */
const listColumn = z.object({
  column: means(howMany, 'From 1'),
  heading: means(z.nullable(z.string()), 'Null in a list without headings'),
  samples: means(z.array(z.string()), 'Its first values'),
})
export type ListColumn = z.output<typeof listColumn>

/** How a list was read. */
export const readList = z.object({
  heading_line: means(z.nullable(howMany), 'Line of the headings; lines before it are not used. Null without headings'),
  columns: z.array(listColumn),
  phone_column: means(z.nullable(howMany), 'The column that is used; null while it must be chosen'),
  name_column: means(z.nullable(howMany), 'The column that is used; null without names, or while it must be chosen'),
  choose: means(
    z.nullable(z.enum(['phone_column', 'name_column'])),
    'Which of them must be chosen before the list can be used',
  ),
  choices: means(z.array(howMany), 'The columns between which it must be chosen'),
})
export type ReadList = z.output<typeof readList>

/** A line of a list that can be used. */
export const listedPhone = z.object({
  line: means(howMany, 'Of the file, from 1'),
  phone: means(z.string(), '+91 9847012345'),
  listed_name: means(z.nullable(z.string()), 'Name in the file'),
  learner_id: means(z.nullable(rowId), 'Null of a learner who will be added'),
  name: means(z.nullable(z.string()), 'Name of the account; null before the profile is completed'),
  other_name: means(z.boolean(), 'The two names differ'),
})

named({
  BadGrantRow: badRow,
  ListColumn: listColumn,
  ReadPhoneList: readList,
  ListedPhone: listedPhone,
})
