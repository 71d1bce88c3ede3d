import * as z from 'zod/mini'
import { endpoint } from '#lib/both/calls/endpoint.ts'
import { id, means, named, yesNo } from '#lib/both/calls/fields.ts'
import {
  epochSeconds,
  howMany,
  instant,
  isoInstant,
  marks,
  minutes,
  rowId,
  safeHtml,
  seconds,
} from '#lib/both/calls/reply-fields.ts'
import { markingFields } from '../marking.contract.ts'
import { examQuestion, openAttempt, writer } from '../take/attempt.contract.ts'

/** An exam, and where its learner stands with it: document 2, section 7. */

/** A course that an exam is one of, and what it is to the learner. */
const examCourse = z.object({
  id: rowId,
  title: z.string(),
  course_map_id: rowId,
  courseStatus: z.enum(['Active', 'Not Purchased', 'Expired']),
})

export type ExamCourse = z.output<typeof examCourse>

export const examDetail = z.object({
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
  ...markingFields,
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

named({ ExamDetail: examDetail })
