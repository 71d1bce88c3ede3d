import * as z from 'zod/mini'
import { endpoint } from '#lib/both/calls/endpoint.ts'
import { done, id, means, milliseconds, named, page, paged, perPage, text } from '#lib/both/calls/fields.ts'
import { howMany, instant, isoInstant, rowId, safeHtml } from '#lib/both/calls/reply-fields.ts'
import { MAX_NOTEBOOK_SEARCH, ownGrades, readSource, sourceKinds } from './practice.rules.ts'

/** Calls of the practice from mistakes (docs/decisions/0014-practice.md). */

/** One source only: `exam:12`. */
const source = z.optional(
  z
    .string({ error: 'Must be text' })
    .check(z.refine((given) => readSource(given) !== undefined, { error: 'Must be a kind and an id, like exam:12' })),
)

const sourceOf = { kind: z.enum(sourceKinds), id: rowId, title: z.string() }

const sourceCount = z.object({
  ...sourceOf,
  total: means(howMany, 'Questions in the notebook'),
  due: means(howMany, 'Those of them that are due today'),
})

const summary = z.object({
  due: means(howMany, 'Questions due today'),
  due_tomorrow: means(howMany, 'Questions that will be due tomorrow if none is practised before'),
  learning: means(howMany, 'Questions in the notebook'),
  known: means(howMany, 'Questions that have left it and can be put back'),
  resting: means(
    z.boolean(),
    'Some questions rest until an exam that is under way is finished; they are in none of the numbers',
  ),
  sources: means(z.array(sourceCount), 'Most due first'),
})

export type PracticeSummary = z.output<typeof summary>

export const getPracticeSummary = endpoint({
  method: 'GET',
  path: '/user/practice/summary',
  access: 'learner',
  summary: 'How many missed questions wait for practice, by where they were missed',
  reply: z.object({ status: z.boolean(), data: summary }),
})

/** A question to practise. Nothing tells the right option. HTML is sanitised. */
const practiceQuestion = z.object({
  question_id: rowId,
  review: means(howMany, "The number that the answer will have among the learner's reviews of this question"),
  content: z.string(),
  options: z.array(z.object({ id: rowId, answer_option: z.string() })),
  source: z.object(sourceOf),
})

export type PracticeQuestion = z.output<typeof practiceQuestion>

export const getPracticeSession = endpoint({
  method: 'GET',
  path: '/user/practice/session',
  access: 'learner',
  summary: 'The next questions that are due, at most 20, without their answers',
  query: z.object({ source }),
  reply: z.object({ status: z.boolean(), data: z.array(practiceQuestion) }),
})

/** When the question comes again. */
const next = z.object({
  due_at: instant,
  due_at_iso: isoInstant,
  due: means(z.string(), 'In words, by Indian days: `in 3 days`'),
  known: means(z.boolean(), 'It is known and leaves the notebook'),
})

export type NextTurn = z.output<typeof next>

const outcome = z.object({
  question_id: rowId,
  review: howMany,
  correct: z.boolean(),
  right_options: z.array(rowId),
  explanation: means(z.string(), 'HTML; may be empty'),
  grade: means(
    z.enum(['again', ...ownGrades]),
    'What counts: `again` for a wrong answer or none, otherwise `good` until the learner grades it',
  ),
  next,
  grades: means(
    z.array(z.object({ grade: z.enum(ownGrades), next })),
    'What each grade would do; empty after a wrong answer',
  ),
})

export type PracticeOutcome = z.output<typeof outcome>

/** Which answer is meant: its number among the learner's reviews of the question. */
const answered = { question_id: id, review: id }

export const answerPractice = endpoint({
  method: 'POST',
  path: '/user/practice/answer',
  access: 'learner',
  refuses: ['not_found', 'changed', 'resting'],
  summary: 'Answers a question in practice; repeating it with the same review number changes nothing',
  body: z.object({
    ...answered,
    option: z.union([z.literal('skip'), id], { error: "Must be an option's id or 'skip'" }),
    took_ms: means(z.optional(milliseconds), 'How long the question was looked at'),
  }),
  example: { question_id: 340, review: 1, option: 1361, took_ms: 12_000 },
  reply: z.object({ status: z.boolean(), data: outcome }),
})

export const gradePractice = endpoint({
  method: 'POST',
  path: '/user/practice/grade',
  access: 'learner',
  refuses: ['not_found', 'changed', 'resting'],
  summary: "The learner's own grade of an answer that was right; the first one counts",
  body: z.object({ ...answered, grade: z.enum(ownGrades, { error: 'Must be hard, good or easy' }) }),
  reply: z.object({ status: z.boolean(), data: outcome }),
})

export const removeFromPractice = endpoint({
  method: 'POST',
  path: '/user/practice/remove',
  access: 'learner',
  refuses: ['not_found', 'resting'],
  summary: "Takes a question out of the notebook: 'I know this'",
  body: z.object({ question_id: id }),
  reply: done,
})

export const restoreToPractice = endpoint({
  method: 'POST',
  path: '/user/practice/restore',
  access: 'learner',
  refuses: ['not_found', 'resting'],
  summary: 'Puts a question back that has left the notebook',
  body: z.object({ question_id: id }),
  reply: done,
})

const notebookRow = z.object({
  question_id: rowId,
  content: safeHtml,
  source: z.object(sourceOf),
  reviews: means(howMany, 'Times practised'),
  lapses: means(howMany, 'Times forgotten'),
  due: means(z.string(), 'When it comes again, in words; empty when it has left'),
  due_iso: z.nullable(isoInstant),
  left: z.nullable(z.enum(['known', 'removed'])),
})

export type NotebookRow = z.output<typeof notebookRow>

export const listNotebook = endpoint({
  method: 'GET',
  path: '/user/practice/notebook',
  access: 'learner',
  summary: 'The questions of the notebook, soonest due first; or those that have left it, latest first',
  query: z.object({
    show: z._default(z.enum(['learning', 'known'], { error: 'Must be learning or known' }), 'learning'),
    source,
    search: z._default(text(MAX_NOTEBOOK_SEARCH), ''),
    page,
    per_page: perPage(20),
  }),
  reply: z.object({ status: z.boolean(), data: paged(notebookRow) }),
})

named({
  PracticeSummary: summary,
  PracticeQuestion: practiceQuestion,
  PracticeOutcome: outcome,
  NotebookRow: notebookRow,
})
