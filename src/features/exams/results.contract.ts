import * as z from 'zod/mini'
import { endpoint } from '#lib/endpoint.ts'
import { id, yesNo } from '#lib/fields.ts'

/** Calls about finished attempts: document 2, sections 2 ('Result view', 'Analysis tab') and 7. */

const resultOption = z.object({ id: z.number(), answer_option: z.string(), isAnswer: yesNo })

const resultQuestion = z.object({
  id: z.number(),
  section: z.number(),
  /** The chosen option's id, null when not answered. */
  your_answer: z.nullable(z.number()),
  correct: z.boolean(),
  /** How long it was on the screen, milliseconds; null when not known. */
  time_ms: z.nullable(z.number()),
  question: z.object({
    question_content: z.string(),
    explanation: z.string(),
    answer_option: z.array(resultOption),
  }),
})

export type ResultQuestion = z.output<typeof resultQuestion>

/** What every view of a finished attempt says of it. */
const facts = {
  id: z.number(),
  exam_id: z.number(),
  name: z.string(),
  /** 1 for the learner's first attempt of the exam. */
  attempt: z.number(),
  /** The course in which the attempt was started; null of a general exam. */
  course: z.nullable(z.object({ id: z.number(), title: z.string() })),
  course_category: z.object({ title: z.string() }),
  exam_type: z.object({ id: z.number() }),
  /** Milliseconds since 1970. */
  start_time: z.number(),
  end_time: z.number(),
  /** Seconds taken. */
  total_time: z.number(),
  /** Minutes allowed. */
  time: z.number(),
  total_noq: z.number(),
  /** Marks of one right answer. */
  correct_score: z.number(),
  negative_score: z.number(),
  /** Marks reached, two decimals; may be below zero. */
  user_grade: z.number(),
  /** Marks of a faultless paper: total_noq times correct_score. */
  total_grade: z.number(),
  correct_answer_count: z.number(),
  incorrect_answer_count: z.number(),
  /** Marks subtracted for wrong answers, two decimals. */
  negative_marks: z.number(),
  finished_by: z.enum(['learner', 'deadline']),
  /** N also while another attempt of the exam is under way: its paper is the same. */
  view_answer: yesNo,
  sections: z.array(z.object({ title: z.string() })),
}

/** Where the learner's first attempt stands among the first attempts of all candidates of the same paper. */
const standing = z.object({
  candidates: z.number(),
  /** Null while there are fewer candidates than FEWEST_CANDIDATES. Those with equal performances share a rank. */
  rank: z.nullable(z.number()),
  /** Share of candidates whose score is not higher, 0 to 100 with two decimals. */
  percentile: z.nullable(z.number()),
})

const examResult = z.object({
  ...facts,
  attempts_left: z.number(),
  standing,
  /** The learner's own answers that were graded; questions without one are left out. */
  graded: z.array(z.object({ qid: z.number(), answer_option_id: z.number() })),
  /** Empty unless view_answer is Y. */
  exam_questions: z.array(resultQuestion),
})

export type ExamResult = z.output<typeof examResult>

export const getExamResult = endpoint({
  method: 'GET',
  path: '/user/courses/exam/result/{resultId}',
  access: 'learner',
  summary: 'The result of a finished attempt; with solutions where the exam allows it',
  params: z.object({ resultId: id }),
  reply: z.object({ status: z.boolean(), data: examResult }),
})

const subsectionResult = z.object({
  subsection_name: z.string(),
  question_count: z.number(),
  correct_count: z.number(),
  incorrect_count: z.number(),
  /** Full marks of the subsection. */
  'total mark': z.number(),
  /** Marks reached, two decimals; may be below zero. */
  mark: z.number(),
  /** Marks subtracted for wrong answers, two decimals. */
  negative_mark: z.number(),
  /** Marks reached in the subsection as a share of its full marks, 0 to 100 with two decimals, never below 0. */
  percentage: z.number(),
})

export type SubsectionResult = z.output<typeof subsectionResult>

export const getSubsectionResult = endpoint({
  method: 'POST',
  path: '/user/courses/exam/examsubsectionresult',
  access: 'learner',
  summary: 'A finished attempt by subsection',
  // The misspelt name is the specification's.
  body: z.object({ exam_id: id, exam_attempet_id: id }),
  reply: z.object({ status: z.boolean(), data: z.array(subsectionResult) }),
})

/** `answered` where the exam does not show what was right. */
const outcome = z.enum(['correct', 'incorrect', 'answered', 'unanswered'])

const pacedQuestion = z.object({
  id: z.number(),
  section: z.number(),
  outcome,
  /** How long it was on the learner's screen, milliseconds over all visits; null when not known. */
  ms: z.nullable(z.number()),
  /** The same of the candidate in the middle; null below FEWEST_CANDIDATES. */
  median_ms: z.nullable(z.number()),
})

export type PacedQuestion = z.output<typeof pacedQuestion>

const attemptProgress = z.object({
  result_id: z.number(),
  attempt: z.number(),
  user_grade: z.number(),
  total_grade: z.number(),
  sections: z.array(
    z.object({
      subsection_name: z.string(),
      answered_count: z.number(),
      correct_count: z.number(),
      /** Right answers of those given, 0 to 100 with two decimals; null when none was given. */
      accuracy: z.nullable(z.number()),
    }),
  ),
})

export type AttemptProgress = z.output<typeof attemptProgress>

const resultInsights = z.object({
  /** Where the learner's times come from: the exam screen, or the last visits of the questions that were answered. */
  timed_by: z.enum(['screen', 'answers', 'nothing']),
  /** Candidates whose times the medians are taken from. */
  median_candidates: z.number(),
  /** Milliseconds that the paper leaves for a question. */
  pace_ms: z.number(),
  questions: z.array(pacedQuestion),
  /** The learner's latest finished attempts of the exam, oldest first. */
  attempts: z.array(attemptProgress),
})

export type ResultInsights = z.output<typeof resultInsights>

export const getResultInsights = endpoint({
  method: 'GET',
  path: '/user/courses/exam/insights/{resultId}',
  access: 'learner',
  summary: 'How the time of a finished attempt was spent, and the accuracy of all attempts',
  params: z.object({ resultId: id }),
  reply: z.object({ status: z.boolean(), data: resultInsights }),
})

const sheetRow = z.object({
  section: z.number(),
  /** HTML. */
  question_content: z.string(),
  /** The chosen option and its position, from 0. */
  chosen: z.nullable(z.object({ position: z.number(), answer_option: z.string() })),
  time_ms: z.nullable(z.number()),
  /** The receipt of the latest action on the question: when the server stored it, and its number. Null without any. */
  saved_at: z.nullable(z.number()),
  seq: z.nullable(z.number()),
  /** The three that follow are null unless view_answer is Y. Positions of the right options. */
  right: z.nullable(z.array(z.number())),
  outcome: z.nullable(outcome),
  marks: z.nullable(z.number()),
})

export type SheetRow = z.output<typeof sheetRow>

const responseSheet = z.object({
  ...facts,
  learner: z.object({ name: z.string(), phone: z.string() }),
  /** When the sheet was made, milliseconds since 1970. */
  made_at: z.number(),
  questions: z.array(sheetRow),
})

export type ResponseSheet = z.output<typeof responseSheet>

export const getResponseSheet = endpoint({
  method: 'GET',
  path: '/user/courses/exam/responsesheet/{resultId}',
  access: 'learner',
  summary: 'Every answer of a finished attempt with the receipt of its save',
  params: z.object({ resultId: id }),
  reply: z.object({ status: z.boolean(), data: responseSheet }),
})
