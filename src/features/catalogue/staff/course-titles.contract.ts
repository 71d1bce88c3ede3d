import * as z from 'zod/mini'
import { learnerReaders } from '#features/auth/staff/learner-roles.rules.ts'
import { endpoint } from '#lib/both/calls/endpoint.ts'
import { means, named } from '#lib/both/calls/fields.ts'
import { rowId } from '#lib/both/calls/reply-fields.ts'

const course = z.object({
  id: rowId,
  title: z.string(),
  retired: means(z.boolean(), 'It left the catalogue and stays with those who have it'),
})
export type CourseTitle = z.output<typeof course>

/** What stands in the fields in which staff choose a course. */
export const listCourseTitles = endpoint({
  access: 'staff',
  roles: learnerReaders,
  method: 'GET',
  path: '/staff/courses/titles',
  summary: 'All courses by title, also those that have left the catalogue, to choose one of',
  reply: z.object({ data: z.array(course) }),
})

named({ CourseTitle: course })
