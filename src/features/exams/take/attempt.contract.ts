import * as z from 'zod/mini'
import { means, named } from '#lib/both/calls/fields.ts'
import { howMany, instant, place, rowId } from '#lib/both/calls/reply-fields.ts'

/** What a candidate has of an attempt under way: the paper, and the work on it. */

/** An option as a candidate sees it: nothing tells the right one. */
const option = z.object({ id: rowId, answer_option: z.string() })

/** A question of a paper as a candidate sees it. HTML is sanitised. */
export const examQuestion = z.object({
  qid: rowId,
  section: means(place, 'Index into `sections`'),
  question: z.object({ question_content: z.string(), answer_option: z.array(option) }),
})

export type ExamQuestion = z.output<typeof examQuestion>

/** What the server holds of a candidate's work on one question. */
const savedResponse = z.object({
  qid: rowId,
  answer_option_id: means(z.nullable(rowId), "The chosen option's id; null when cleared or only marked"),
  marked: z.boolean(),
  seq: means(howMany, 'The number of the action that is stored; 0 of a question that was only on the screen'),
})

export type SavedResponse = z.output<typeof savedResponse>

/**
 * The name that one tab of one device gives itself. Of the tabs with a name, the last that claimed the attempt alone writes
 * to it; a caller that sends no name is not kept out.
 */
export const writer = z.optional(
  z
    .string({ error: 'Must be text' })
    .check(z.regex(/^[\w-]{16,64}$/, { error: 'Must be 16 to 64 letters, digits, _ or -' })),
)

/** An attempt under way. Instants are milliseconds since 1970 by the server's clock. */
export const openAttempt = z.object({
  id: rowId,
  number: means(howMany, "Which of the learner's attempts of the exam, from 1"),
  started_at: instant,
  deadline_at: instant,
  writer: means(
    z.enum(['you', 'another', 'nobody']),
    'Who is writing to it, from the point of view of a caller that sent its own `writer`',
  ),
  responses: z.array(savedResponse),
})

export type OpenAttempt = z.output<typeof openAttempt>

named({ ExamQuestion: examQuestion, OpenAttempt: openAttempt })
