import * as z from 'zod/mini'
import { endpoint } from '#lib/both/calls/endpoint.ts'
import { id, means, milliseconds, named, whole, yesNo } from '#lib/both/calls/fields.ts'
import {
  epochSeconds,
  howMany,
  instant,
  isoInstant,
  marks,
  minutes,
  place,
  rowId,
  safeHtml,
  seconds,
} from '#lib/both/calls/reply-fields.ts'
import { MOST_TIMES } from './take/times/question-times.rules.ts'

/** Calls of exams: document 2, section 7. */

/** An option as a candidate sees it: nothing tells the right one. */
const option = z.object({ id: rowId, answer_option: z.string() })

/** A question of a paper as a candidate sees it. HTML is sanitised. */
const examQuestion = z.object({
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
  seq: howMany,
})

export type SavedResponse = z.output<typeof savedResponse>

/**
 * The name that one tab of one device gives itself. Of the tabs with a name, the last that claimed the attempt alone writes
 * to it; a caller that sends no name is not kept out.
 */
const writer = z.optional(
  z
    .string({ error: 'Must be text' })
    .check(z.regex(/^[\w-]{16,64}$/, { error: 'Must be 16 to 64 letters, digits, _ or -' })),
)

/** An attempt under way. Instants are milliseconds since 1970 by the server's clock. */
const openAttempt = z.object({
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

/** A course that an exam is one of, and what it is to the learner. */
const examCourse = z.object({
  id: rowId,
  title: z.string(),
  course_map_id: rowId,
  courseStatus: z.enum(['Active', 'Not Purchased', 'Expired']),
})

export type ExamCourse = z.output<typeof examCourse>

const examDetail = z.object({
  id: rowId,
  name: z.string(),
  instructions: safeHtml,
  is_reg_needed: yesNo,
  registered: means(z.boolean(), 'The learner has registered already'),
  time: minutes,
  /**
   * Seconds that an attempt started now would get: the whole time, or less when the exam closes before; 0 while it is not
   * open. Less than `time` is to be said on the instructions.
   */
  seconds_if_started_now: seconds,
  total_noq: howMany,
  correct_score: means(marks, 'Of one right answer, for display'),
  negative_score: means(marks, 'Subtracted for a wrong answer, for display'),
  attempt: means(howMany, 'Attempts allowed'),
  exams_completed: means(howMany, 'Attempts that are over'),
  /** Null for an exam of courses that is open whenever one of them is active. */
  start_date: z.nullable(epochSeconds),
  end_date: z.nullable(epochSeconds),
  start_date_iso: z.nullable(isoInstant),
  end_date_iso: z.nullable(isoInstant),
  courses: means(z.array(examCourse), 'Where an exam of courses stands; empty for a general exam'),
  exam_type: z.object({ id: rowId }),
  course_category: z.object({ title: z.string() }),
  view_answer: yesNo,
  sections: z.array(z.object({ title: z.string(), question_count: howMany })),
  exam_questions: means(
    z.array(examQuestion),
    'Only while the caller has an attempt under way: before the start nobody may read the paper',
  ),
  open_attempt: z.nullable(openAttempt),
  /**
   * An attempt that the clock ended wrongly and that was given back: a start goes on with it, and only then does the time
   * that is left run on.
   */
  given_back: z.nullable(z.object({ seconds_left: seconds })),
  /** Finished attempts of this learner, newest first. */
  results: z.array(
    z.object({
      attempt_id: rowId,
      user_grade: marks,
      total_grade: marks,
      attend_date: means(instant, 'When it was started'),
      attend_date_iso: isoInstant,
      finished_by: means(z.enum(['learner', 'deadline']), 'Whether its learner submitted it, or its time ended it'),
    }),
  ),
})

export type ExamDetail = z.output<typeof examDetail>

export const getExamDetail = endpoint({
  method: 'GET',
  path: '/user/courses/exam/detail/{examId}',
  access: 'learner',
  refuses: ['not_entitled', 'not_found'],
  summary: 'An exam; with its questions and saved answers while an attempt is under way',
  params: z.object({ examId: id }),
  query: z.object({ writer }),
  reply: z.object({ status: z.boolean(), server_time: instant, data: examDetail }),
})

export const startExam = endpoint({
  method: 'POST',
  path: '/user/courses/exam/start',
  access: 'learner',
  refuses: ['not_entitled', 'not_found', 'not_open', 'ended', 'no_attempts_left', 'registration_needed', 'busy'],
  summary: 'Starts an attempt, or resumes the one under way',
  body: z.object({
    exam_id: id,
    status: z.literal('start', { error: "Must be 'start'" }),
    course_map_id: means(
      z.optional(z.nullable(id)),
      'The course in which an exam of courses is started; left out: the first that is active',
    ),
    /** Becomes the writer of a new attempt, and of one that has none. */
    writer,
  }),
  example: { exam_id: 12, status: 'start' },
  reply: z.object({
    status: z.boolean(),
    success: z.boolean(),
    message: z.string(),
    resumed: z.boolean(),
    server_time: instant,
    data: examDetail,
  }),
})

export const claimAttempt = endpoint({
  method: 'POST',
  path: '/user/courses/exam/claim',
  access: 'learner',
  refuses: ['not_found', 'finished'],
  summary: 'Makes the caller the one writer of the attempt under way',
  body: z.object({ exam_id: id, attempt_id: id, writer: z.nonoptional(writer) }),
  reply: z.object({
    status: z.boolean(),
    success: z.boolean(),
    message: z.string(),
    server_time: instant,
    data: openAttempt,
  }),
})

/** Counts a candidate's actions in an attempt; the server keeps the highest of each question. */
const seq = z.optional(whole(1, Number.MAX_SAFE_INTEGER, 'Must be a whole number from 1'))

/** Worth knowing, and not worth an answer: what cannot be read counts as not said. */
const sideFact = z.catch(z.optional(z.nullable(milliseconds)), null)

const answerFields = {
  exam_id: id,
  qid: id,
  attempt_id: means(z.optional(id), 'Which attempt the answer belongs to; left out: the one under way'),
  seq,
  marked: z.optional(z.boolean({ error: 'Must be true or false' })),
  writer,
  /** When the question came on the screen and when it was answered, milliseconds since 1970. */
  time_from: sideFact,
  time_to: sideFact,
}

/**
 * The receipt of a saved action. `stale` means that this action is not what is stored, because a later one on the same
 * question, or another with the same seq, was saved before; `seq` is then the stored one's.
 */
const receipt = z.object({
  status: z.boolean(),
  success: z.boolean(),
  message: z.string(),
  attempt_id: rowId,
  qid: rowId,
  seq: howMany,
  stale: z.boolean(),
  saved_at: means(instant, 'When the server stored it'),
  server_time: instant,
  deadline_at: instant,
})

export type Receipt = z.output<typeof receipt>

export const updateAnswer = endpoint({
  method: 'POST',
  path: '/user/courses/exam/update/answer',
  access: 'learner',
  refuses: ['not_found', 'not_started', 'too_late', 'finished', 'given_back', 'other_writer', 'busy'],
  summary: 'Saves the chosen option of a question',
  body: z.object({ ...answerFields, answer_option_id: id }),
  example: { exam_id: 12, qid: 340, answer_option_id: 1361, attempt_id: 77, seq: 5 },
  reply: receipt,
})

export const clearAnswer = endpoint({
  method: 'POST',
  path: '/user/courses/exam/update/clear',
  access: 'learner',
  refuses: ['not_found', 'not_started', 'too_late', 'finished', 'given_back', 'other_writer', 'busy'],
  summary: 'Clears the answer of a question, or marks it for review without one',
  body: z.object(answerFields),
  reply: receipt,
})

/**
 * How long each question was on the screen of the tab that tells, milliseconds over all visits. The longest account of a tab
 * counts, and the tabs of an attempt add up.
 */
const times = z
  .array(z.object({ qid: id, ms: milliseconds }))
  .check(z.maxLength(MOST_TIMES, { error: `At most ${MOST_TIMES} questions` }))

export const keepTimes = endpoint({
  method: 'POST',
  path: '/user/courses/exam/times',
  access: 'learner',
  refuses: ['not_found'],
  summary: 'Keeps how long a tab that does not submit has shown each question; repeating it changes nothing',
  body: z.object({ exam_id: id, attempt_id: id, writer: z.nonoptional(writer), times }),
  reply: z.object({ status: z.boolean(), success: z.boolean(), message: z.string() }),
})

export const submitExam = endpoint({
  method: 'POST',
  path: '/user/courses/exam/submit',
  access: 'learner',
  refuses: ['not_found', 'not_started', 'given_back', 'other_writer'],
  summary: 'Finishes the attempt; repeating it gives the same result',
  body: z.object({
    exam_id: id,
    attempt_id: z.optional(id),
    writer,
    status: z.literal('completed', { error: "Must be 'completed'" }),
    times: z.optional(times),
  }),
  example: { exam_id: 12, attempt_id: 77, status: 'completed', times: [{ qid: 340, ms: 41_500 }] },
  reply: z.object({
    status: z.boolean(),
    success: z.boolean(),
    message: z.string(),
    result_id: rowId,
    exam_type: z.object({ id: rowId }),
  }),
})

named({
  ExamQuestion: examQuestion,
  OpenAttempt: openAttempt,
  ExamDetail: examDetail,
  Receipt: receipt,
})
