import * as z from 'zod/mini'
import { endpoint } from '#lib/endpoint.ts'
import { done, id, milliseconds, page, paged, perPage, text } from '#lib/fields.ts'
import { ownGrades, readSource, sourceKinds } from './practice.rules.ts'

/** Calls of the practice from mistakes (docs/decisions/0014-practice.md). */

/** One source only: `exam:12`. */
const source = z.optional(
  z
    .string({ error: 'Must be text' })
    .check(z.refine((given) => readSource(given) !== undefined, { error: 'Must be a kind and an id, like exam:12' })),
)

const sourceOf = { kind: z.enum(sourceKinds), id: z.number(), title: z.string() }

const sourceCount = z.object({
  ...sourceOf,
  /** Questions in the notebook, and those of them due today. */
  total: z.number(),
  due: z.number(),
})

export type SourceCount = z.output<typeof sourceCount>

const summary = z.object({
  /** Questions due today, and those that will be tomorrow if none is practised before. */
  due: z.number(),
  due_tomorrow: z.number(),
  /** Questions in the notebook. */
  learning: z.number(),
  /** Questions that have left it. */
  known: z.number(),
  /** Some questions rest until an exam that is under way is finished; they are in none of the numbers. */
  resting: z.boolean(),
  /** Most due first. */
  sources: z.array(sourceCount),
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
  question_id: z.number(),
  /** The number that the answer will have among the learner's reviews of this question. */
  review: z.number(),
  content: z.string(),
  options: z.array(z.object({ id: z.number(), answer_option: z.string() })),
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
  /** Milliseconds since 1970. */
  due_at: z.number(),
  /** In words, by Indian days: `in 3 days`. */
  due: z.string(),
  /** It is known and leaves the notebook. */
  known: z.boolean(),
})

export type NextTurn = z.output<typeof next>

const outcome = z.object({
  question_id: z.number(),
  review: z.number(),
  correct: z.boolean(),
  right_options: z.array(z.number()),
  /** HTML; may be empty. */
  explanation: z.string(),
  /** What counts: `again` for a wrong answer or none, otherwise `good` until the learner grades it. */
  grade: z.enum(['again', ...ownGrades]),
  next,
  /** What each grade would do; empty after a wrong answer. */
  grades: z.array(z.object({ grade: z.enum(ownGrades), next })),
})

export type PracticeOutcome = z.output<typeof outcome>

/** Which answer is meant: its number among the learner's reviews of the question. */
const answered = { question_id: id, review: id }

export const answerPractice = endpoint({
  method: 'POST',
  path: '/user/practice/answer',
  access: 'learner',
  summary: 'Answers a question in practice; repeating it with the same review number changes nothing',
  body: z.object({
    ...answered,
    option: z.union([z.literal('skip'), id], { error: "Must be an option's id or 'skip'" }),
    /** How long the question was looked at. */
    took_ms: z.optional(milliseconds),
  }),
  reply: z.object({ status: z.boolean(), data: outcome }),
})

export const gradePractice = endpoint({
  method: 'POST',
  path: '/user/practice/grade',
  access: 'learner',
  summary: "The learner's own grade of an answer that was right; the first one counts",
  body: z.object({ ...answered, grade: z.enum(ownGrades, { error: 'Must be hard, good or easy' }) }),
  reply: z.object({ status: z.boolean(), data: outcome }),
})

export const removeFromPractice = endpoint({
  method: 'POST',
  path: '/user/practice/remove',
  access: 'learner',
  summary: "Takes a question out of the notebook: 'I know this'",
  body: z.object({ question_id: id }),
  reply: done,
})

export const restoreToPractice = endpoint({
  method: 'POST',
  path: '/user/practice/restore',
  access: 'learner',
  summary: 'Puts a question back that has left the notebook',
  body: z.object({ question_id: id }),
  reply: done,
})

const notebookRow = z.object({
  question_id: z.number(),
  /** HTML. */
  content: z.string(),
  source: z.object(sourceOf),
  /** Times practised, and times forgotten. */
  reviews: z.number(),
  lapses: z.number(),
  /** When it comes again, in words; empty when it has left. */
  due: z.string(),
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
    search: z._default(text(100), ''),
    page,
    per_page: perPage(20),
  }),
  reply: z.object({ status: z.boolean(), data: paged(notebookRow) }),
})
