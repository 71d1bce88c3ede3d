import * as z from 'zod/mini'
import { endpoint } from '#lib/both/calls/endpoint.ts'
import { means, named } from '#lib/both/calls/fields.ts'
import { rowId } from '#lib/both/calls/reply-fields.ts'
import { everyRole } from '#lib/both/staff-roles.ts'

const course = z.object({
  id: rowId,
  title: z.string(),
  retired: means(z.boolean(), 'It left the catalogue and stays with those who have it'),
})

/** What stands in the fields in which staff choose a course. */
export const listCourseTitles = endpoint({
  access: 'staff',
  roles: everyRole,
  method: 'GET',
  path: '/staff/courses/titles',
  secondFactor: 'session',
  summary: 'All courses by title, also those that have left the catalogue, to choose one of',
  reply: z.object({ data: z.array(course) }),
})

named({ CourseTitle: course })
