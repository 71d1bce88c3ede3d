import * as z from 'zod/mini'
import { learnerReaders } from '#features/auth/staff/learner-roles.rules.ts'
import { endpoint } from '#lib/both/calls/endpoint.ts'
import { id, means, named } from '#lib/both/calls/fields.ts'
import { howMany, instant, paise, percent, rowId } from '#lib/both/calls/reply-fields.ts'
import { before, nextRow } from '#lib/both/calls/staff-fields.ts'

const course = z.object({
  id: means(rowId, 'The access itself, which pages go by'),
  course_id: rowId,
  title: z.string(),
  created_at: means(instant, 'Since when'),
  valid_until: means(instant, 'The last instant at which the course is open'),
  open: z.boolean(),
  renewal_paise: means(
    z.nullable(paise),
    'What is left to pay before the course opens again; null for those who see no money',
  ),
  chapters: means(howMany, 'Chapters that the course has'),
  watched: means(howMany, 'Chapters that were watched or read'),
  progress: percent,
  last_viewed_at: means(z.nullable(instant), 'When a chapter was opened last'),
})
export type LearnerCourse = z.output<typeof course>

export const listLearnerCourses = endpoint({
  access: 'staff',
  roles: learnerReaders,
  method: 'GET',
  path: '/staff/learners/{id}/courses',
  secondFactor: 'session',
  refuses: ['not_found'],
  summary: 'Courses that a learner has or had, the newest first, and how far they have come; twenty a page',
  params: z.object({ id }),
  query: z.object({ before }),
  reply: z.object({ data: z.array(course), next: nextRow }),
})

named({ LearnerCourse: course })
