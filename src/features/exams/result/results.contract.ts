import * as z from 'zod/mini'
import { endpoint } from '#lib/both/calls/endpoint.ts'
import { id, means, named, yesNo } from '#lib/both/calls/fields.ts'
import {
  howMany,
  instant,
  isoInstant,
  marks,
  minutes,
  percent,
  place,
  rowId,
  safeHtml,
  seconds,
  took,
} from '#lib/both/calls/reply-fields.ts'
import { exactText, markingFields } from '../marking.contract.ts'
import { FEWEST_CANDIDATES } from './standing.rules.ts'

/** Calls about finished attempts: document 2, sections 2 ('Result view', 'Analysis tab') and 7. */

const resultOption = z.object({ id: rowId, answer_option: z.string(), isAnswer: yesNo })

const resultQuestion = z.object({
  id: rowId,
  section: place,
  corrected: means(
    z.nullable(z.array(rowId)),
    'The options that are right today, where they changed after the attempt was marked; isAnswer says by which it was',
  ),
  question: z.object({
    question_content: z.string(),
    explanation: z.string(),
    answer_option: z.array(resultOption),
  }),
  your_answer: means(z.nullable(rowId), "The chosen option's id, null when not answered"),
  correct: z.boolean(),
  time_ms: means(z.nullable(took), 'How long it was on the screen; null when not known'),
})

export type ResultQuestion = z.output<typeof resultQuestion>

/** What every view of a finished attempt says of it. */
const facts = {
  id: rowId,
  exam_id: rowId,
  name: z.string(),
  attempt: means(howMany, "Which of the learner's attempts of the exam, from 1"),
  course: means(
    z.nullable(z.object({ id: rowId, title: z.string() })),
    'The course in which the attempt was started; null for a general exam',
  ),
  course_category: z.object({ title: z.string() }),
  exam_type: z.object({ id: rowId }),
  start_time: instant,
  end_time: instant,
  start_time_iso: isoInstant,
  end_time_iso: isoInstant,
  total_time: means(seconds, 'How long it took'),
  time: means(minutes, 'How long it may take'),
  total_noq: howMany,
  ...markingFields,
  user_grade: means(marks, 'Reached; may be below zero'),
  user_grade_text: means(exactText, 'The same, exact: 44 1/3'),
  correct_answer_count: howMany,
  incorrect_answer_count: howMany,
  negative_marks: means(marks, 'Marks subtracted for wrong answers'),
  negative_marks_text: means(exactText, 'The same below zero, exact: −6 2/3'),
  finished_by: z.enum(['learner', 'deadline']),
  view_answer: means(yesNo, 'N also while another attempt of the exam is under way: its paper is the same'),
  sections: z.array(z.object({ title: z.string() })),
}

/** Where the learner's first attempt stands among the first attempts of all candidates of the same paper. */
const standing = z.object({
  candidates: howMany,
  rank: means(
    z.nullable(howMany),
    `Null while there are fewer than ${FEWEST_CANDIDATES} candidates. Those with equal performances share a rank`,
  ),
  percentile: means(z.nullable(percent), 'Share of candidates whose score is not higher'),
})

const examResult = z.object({
  ...facts,
  attempts_left: means(howMany, 'Attempts allowed less those that are over: one under way is left'),
  standing,
  graded: means(
    z.array(z.object({ qid: rowId, answer_option_id: rowId })),
    "The learner's own answers that were graded; questions without one are left out",
  ),
  exam_questions: means(z.array(resultQuestion), 'Empty unless view_answer is Y'),
})

export type ExamResult = z.output<typeof examResult>

export const getExamResult = endpoint({
  method: 'GET',
  path: '/user/courses/exam/result/{resultId}',
  access: 'learner',
  refuses: ['not_found', 'not_finished'],
  summary: 'The result of a finished attempt; with solutions where the exam allows it',
  params: z.object({ resultId: id }),
  reply: z.object({ status: z.boolean(), data: examResult }),
})

const subsectionResult = z.object({
  subsection_name: z.string(),
  question_count: howMany,
  correct_count: howMany,
  incorrect_count: howMany,
  'total mark': means(marks, 'Full marks of the subsection'),
  total_mark_text: means(exactText, 'The same, exact: texts of all subsections add up to those of the result'),
  mark: means(marks, 'Reached; may be below zero'),
  mark_text: means(exactText, 'The same, exact'),
  negative_mark: means(marks, 'Marks subtracted for wrong answers'),
  negative_mark_text: means(exactText, 'The same below zero, exact'),
  percentage: means(percent, 'Marks reached in the subsection as a share of its full marks, never below 0'),
})

export type SubsectionResult = z.output<typeof subsectionResult>

export const getSubsectionResult = endpoint({
  method: 'POST',
  path: '/user/courses/exam/examsubsectionresult',
  access: 'learner',
  refuses: ['not_found', 'not_finished'],
  summary: 'A finished attempt by subsection',
  // The misspelt name is the specification's.
  body: z.object({ exam_id: id, exam_attempet_id: id }),
  reply: z.object({ status: z.boolean(), data: z.array(subsectionResult) }),
})

/** `answered` where the exam does not show what was right. */
const outcome = z.enum(['correct', 'incorrect', 'answered', 'unanswered'])

const pacedQuestion = z.object({
  id: rowId,
  section: place,
  outcome,
  ms: means(z.nullable(took), "How long it was on the learner's screen over all visits; null when not known"),
  median_ms: means(
    z.nullable(took),
    `The same of the candidate in the middle; null below ${FEWEST_CANDIDATES} candidates`,
  ),
})

export type PacedQuestion = z.output<typeof pacedQuestion>

const attemptProgress = z.object({
  result_id: rowId,
  attempt: howMany,
  user_grade: marks,
  total_grade: marks,
  sections: z.array(
    z.object({
      subsection_name: z.string(),
      answered_count: howMany,
      correct_count: howMany,
      accuracy: means(z.nullable(percent), 'Right answers of those given; null when none was given'),
    }),
  ),
})

export type AttemptProgress = z.output<typeof attemptProgress>

const resultInsights = z.object({
  timed_by: means(
    z.enum(['screen', 'answers', 'nothing']),
    "Where the learner's times come from: the exam screen, or the last visits of the questions that were answered",
  ),
  median_candidates: means(howMany, 'Candidates whose times the medians are taken from'),
  pace_ms: means(took, 'What the paper leaves for a question'),
  questions: z.array(pacedQuestion),
  attempts: means(z.array(attemptProgress), "The learner's latest finished attempts of the exam, oldest first"),
})

export type ResultInsights = z.output<typeof resultInsights>

export const getResultInsights = endpoint({
  method: 'GET',
  path: '/user/courses/exam/insights/{resultId}',
  access: 'learner',
  refuses: ['not_found', 'not_finished'],
  summary: 'How the time of a finished attempt was spent, and the accuracy of all attempts',
  params: z.object({ resultId: id }),
  reply: z.object({ status: z.boolean(), data: resultInsights }),
})

const sheetRow = z.object({
  section: place,
  question_content: safeHtml,
  chosen: means(
    z.nullable(z.object({ position: place, answer_option: z.string() })),
    'The chosen option and its position, from 0',
  ),
  time_ms: z.nullable(took),
  saved_at: means(z.nullable(instant), 'When the server stored the latest action on the question; null without any'),
  seq: means(z.nullable(howMany), 'The number of that action'),
  right: means(
    z.nullable(z.array(place)),
    'The options that it was marked by; null unless view_answer is Y, as the three that follow',
  ),
  corrected: means(
    z.nullable(z.array(place)),
    'The options that are right today, where they changed after the attempt was marked',
  ),
  outcome: z.nullable(outcome),
  marks: means(z.nullable(marks), 'Rounded: correct_score_text and negative_score_text of the sheet are exact'),
})

export type SheetRow = z.output<typeof sheetRow>

export const responseSheet = z.object({
  ...facts,
  learner: z.object({ name: z.string(), phone: z.string() }),
  made_at: means(instant, 'When the sheet was made'),
  questions: z.array(sheetRow),
})

export type ResponseSheet = z.output<typeof responseSheet>

export const getResponseSheet = endpoint({
  method: 'GET',
  path: '/user/courses/exam/responsesheet/{resultId}',
  access: 'learner',
  refuses: ['not_found', 'not_finished'],
  summary: 'Every answer of a finished attempt with the receipt of its save',
  params: z.object({ resultId: id }),
  reply: z.object({ status: z.boolean(), data: responseSheet }),
})

named({
  ExamResult: examResult,
  ResultQuestion: resultQuestion,
  SubsectionResult: subsectionResult,
  ResultInsights: resultInsights,
  ResponseSheet: responseSheet,
})
