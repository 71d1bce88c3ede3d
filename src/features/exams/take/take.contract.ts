import * as z from 'zod/mini'
import { endpoint } from '#lib/both/calls/endpoint.ts'
import { id, means, milliseconds, named, whole } from '#lib/both/calls/fields.ts'
import { howMany, instant, rowId } from '#lib/both/calls/reply-fields.ts'
import { examDetail } from '../detail/detail.contract.ts'
import { openAttempt, writer } from './attempt.contract.ts'
import { MOST_TIMES } from './times/question-times.rules.ts'

/** Calls of a candidate who sits an exam: document 2, section 7. */

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
  visited: means(
    z.optional(
      z
        .array(id, { error: 'Must be a list of question ids' })
        .check(z.maxLength(MOST_TIMES, { error: `At most ${MOST_TIMES} questions` })),
    ),
    'Questions that were on the screen and have no action: other devices show them as visited',
  ),
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

export const movedEnd = endpoint({
  method: 'GET',
  path: '/user/courses/exam/moved/{attemptId}',
  access: 'anyone',
  summary: 'Whether the end of an attempt has been moved; asked for every few seconds while an exam runs',
  params: z.object({ attemptId: id }),
  reply: z.object({
    status: z.boolean(),
    moved: means(
      howMany,
      'Another number each time that the attempt was given more time, and 0 until then: the detail of the exam tells the end',
    ),
  }),
})

export const submitExam = endpoint({
  method: 'POST',
  path: '/user/courses/exam/submit',
  access: 'learner',
  refuses: ['not_found', 'not_started', 'given_back', 'more_time', 'other_writer'],
  summary: 'Finishes the attempt; repeating it gives the same result',
  body: z.object({
    exam_id: id,
    attempt_id: z.optional(id),
    writer,
    status: z.literal('completed', { error: "Must be 'completed'" }),
    times: z.optional(times),
    deadline_at: means(
      z.optional(z.nullable(milliseconds)),
      'Of a submit because the time is over: the end that the caller knows of. The attempt stays open if it ends later',
    ),
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

named({ Receipt: receipt })
