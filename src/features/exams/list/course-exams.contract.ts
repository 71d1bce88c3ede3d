import * as z from 'zod/mini'
import { endpoint } from '#lib/both/calls/endpoint.ts'
import { id, means, named, yesNo } from '#lib/both/calls/fields.ts'
import { epochSeconds, howMany, instant, isoInstant, marks, minutes, rowId } from '#lib/both/calls/reply-fields.ts'
import { markingFields } from '../marking.contract.ts'

/** Exams of courses on their course's page: document 2, sections 3 ('Exam (course)') and 7. */

export const courseExam = z.object({
  id: rowId,
  name: z.string(),
  time: minutes,
  total_noq: howMany,
  attempt: means(howMany, 'Attempts allowed'),
  exams_completed: means(howMany, 'Attempts that are over, whichever course they were started in'),
  ...markingFields,
  course_map_id: means(rowId, "The exam's place in this course; a start may name it"),
  created_at: means(instant, 'When the exam came to the course'),
  created_at_iso: isoInstant,
  view_answer: yesNo,
  /** Finished attempts, newest first. `attend_date`: when it was started, milliseconds since 1970. */
  results: z.array(
    z.object({ id: rowId, attend_date: instant, attend_date_iso: isoInstant, user_grade: marks, total_grade: marks }),
  ),
  in_progress: means(z.boolean(), 'The learner has an attempt under way'),
  /** Null: open whenever the course is active. */
  start_date: z.nullable(epochSeconds),
  end_date: z.nullable(epochSeconds),
  start_date_iso: z.nullable(isoInstant),
  end_date_iso: z.nullable(isoInstant),
  chapter: means(z.nullable(z.object({ id: rowId, title: z.string() })), 'Null for an exam of the course as a whole'),
})

export type CourseExam = z.output<typeof courseExam>

/**
 * Both lists hold all exams of the course with the learner's results, also while the course is not active; none can be
 * started then.
 */
const params = z.object({ courseId: id })

export const listCourseExams = endpoint({
  method: 'POST',
  path: '/user/courses/mycourse/exams/{courseId}',
  access: 'learner',
  refuses: ['not_found'],
  summary: 'Exams of a course as a whole',
  params,
  reply: z.object({ status: z.boolean(), server_time: instant, examcontent: z.array(courseExam) }),
})

export const listChapterExams = endpoint({
  method: 'GET',
  path: '/user/courses/exam/myCourseExam/{courseId}',
  access: 'learner',
  refuses: ['not_found'],
  summary: 'Exams of the chapters of a course',
  params,
  reply: z.object({ status: z.boolean(), server_time: instant, data: z.array(courseExam) }),
})

named({ CourseExam: courseExam })
