import * as z from 'zod/mini'
import { endpoint } from '#lib/both/calls/endpoint.ts'
import { means, named, yesNo } from '#lib/both/calls/fields.ts'
import { howMany, instant, isoInstant, marks, minutes, rowId } from '#lib/both/calls/reply-fields.ts'
import { markingFields } from '../marking.contract.ts'

const shownSeconds = means(
  z.int(),
  'Seconds of the Indian wall clock, read as if it were UTC, since 1970: 19,800 ahead of the instant, which `…_iso` tells. The other calls of exams have the instant',
)

/** An exam of the dashboard's carousel (document 1, section 3, 'Featured exam'). */
const featuredExam = z.object({
  id: rowId,
  name: z.string(),
  /** The timing label compares them with a clock shifted as much (document 1, section 4). */
  start_date: shownSeconds,
  end_date: shownSeconds,
  start_date_iso: z.nullable(isoInstant),
  end_date_iso: z.nullable(isoInstant),
  time: minutes,
  total_noq: howMany,
  attempt: means(howMany, 'Attempts allowed'),
  exams_completed: means(howMany, 'Attempts that are over'),
  correct_score: markingFields.correct_score,
  total_grade: markingFields.total_grade,
  course_category: z.object({ title: z.string() }),
  result: means(
    z.array(z.object({ attempt_id: rowId, user_grade: marks, attend_date: instant, attend_date_iso: isoInstant })),
    'Finished attempts of this learner, newest first. `attend_date`: when it was started, milliseconds since 1970',
  ),
  is_reg_needed: yesNo,
  registered: means(z.boolean(), 'The learner has registered already'),
  in_progress: means(z.boolean(), 'The learner has an attempt under way'),
})

export type FeaturedExam = z.output<typeof featuredExam>

export const listHomePageExams = endpoint({
  method: 'GET',
  path: '/user/homepageexamnew',
  access: 'learner',
  summary: "Exams of the dashboard, in the order of the content's choice",
  reply: z.array(featuredExam),
})

named({ FeaturedExam: featuredExam })
