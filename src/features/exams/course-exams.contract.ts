import * as z from 'zod/mini'
import { endpoint } from '#lib/endpoint.ts'
import { id, yesNo } from '#lib/fields.ts'

/** Exams of courses on their course's page: document 2, sections 3 ('Exam (course)') and 7. */

export const courseExam = z.object({
  id: z.number(),
  name: z.string(),
  /** Minutes. */
  time: z.number(),
  total_noq: z.number(),
  /** Attempts allowed, and those that are over, whichever course they were started in. */
  attempt: z.number(),
  exams_completed: z.number(),
  /** Marks of one right answer, and marks subtracted for a wrong one. */
  correct_score: z.number(),
  negative_score: z.number(),
  /** The exam's place in this course; a start may name it. */
  course_map_id: z.number(),
  /** When the exam came to the course, milliseconds since 1970. */
  created_at: z.number(),
  view_answer: yesNo,
  /** Finished attempts, newest first. `attend_date`: when it was started, milliseconds since 1970. */
  results: z.array(
    z.object({ id: z.number(), attend_date: z.number(), user_grade: z.number(), total_grade: z.number() }),
  ),
  /** The learner has an attempt under way. */
  in_progress: z.boolean(),
  /** Epoch seconds; null: open whenever the course is active. */
  start_date: z.nullable(z.number()),
  end_date: z.nullable(z.number()),
  /** Null of an exam of the course as a whole. */
  chapter: z.nullable(z.object({ id: z.number(), title: z.string() })),
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
  summary: 'Exams of a course as a whole',
  params,
  reply: z.object({ status: z.boolean(), server_time: z.number(), examcontent: z.array(courseExam) }),
})

export const listChapterExams = endpoint({
  method: 'GET',
  path: '/user/courses/exam/myCourseExam/{courseId}',
  access: 'learner',
  summary: 'Exams of the chapters of a course',
  params,
  reply: z.object({ status: z.boolean(), server_time: z.number(), data: z.array(courseExam) }),
})
