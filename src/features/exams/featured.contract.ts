import * as z from 'zod/mini'
import { endpoint } from '#lib/endpoint.ts'
import { yesNo } from '#lib/fields.ts'

/** An exam of the dashboard's carousel (document 1, section 3, 'Featured exam'). */
const featuredExam = z.object({
  id: z.number(),
  name: z.string(),
  /**
   * Epoch seconds of the Indian wall clock read as if it were UTC: 5.5 hours ahead of the instant. The timing label
   * compares them with a clock shifted as much (document 1, section 4).
   */
  start_date: z.number(),
  end_date: z.number(),
  /** Minutes. */
  time: z.number(),
  total_noq: z.number(),
  /** Attempts allowed, and those that are over. */
  attempt: z.number(),
  exams_completed: z.number(),
  /** Marks of one right answer. */
  correct_score: z.number(),
  course_category: z.object({ title: z.string() }),
  /** Finished attempts of this learner, newest first. `attend_date`: when it was started, milliseconds since 1970. */
  result: z.array(z.object({ attempt_id: z.number(), user_grade: z.number(), attend_date: z.number() })),
  is_reg_needed: yesNo,
  /** The learner has registered already. */
  registered: z.boolean(),
  /** The learner has an attempt under way. */
  in_progress: z.boolean(),
})

export type FeaturedExam = z.output<typeof featuredExam>

export const listHomePageExams = endpoint({
  method: 'GET',
  path: '/user/homepageexamnew',
  access: 'learner',
  summary: "Exams of the dashboard, in the order of the content's choice",
  reply: z.array(featuredExam),
})
