import * as z from 'zod/mini'
import { helpers } from '#features/auth/staff/learner-roles.rules.ts'
import { BODY_LIMIT, endpoint } from '#lib/both/calls/endpoint.ts'
import { done, id, means, named } from '#lib/both/calls/fields.ts'
import { howMany } from '#lib/both/calls/reply-fields.ts'
import { reason } from '#lib/both/calls/staff-fields.ts'
import { days, oneSpan, until } from '../access/access.contract.ts'
import { whyNot } from './bulk.rules.ts'

/** A line of a file that cannot be used. */
const badRow = z.object({
  line: means(howMany, 'Of the file, from 1'),
  phone: means(z.string(), 'What stands there, its beginning'),
  why: z.enum(Object.keys(whyNot) as (keyof typeof whyNot)[]),
  first_line: means(z.nullable(howMany), 'Where the phone stands first, of `twice`'),
})
export type BadRow = z.output<typeof badRow>

export const grantCourses = endpoint({
  access: 'staff',
  roles: helpers,
  method: 'POST',
  path: '/staff/access/bulk',
  creates: true,
  refuses: ['not_found', 'conflict'],
  // Each character of the file may be written with two.
  bodyLimit: 2 * BODY_LIMIT,
  summary: 'Opens a course for up to 5,000 phones of a CSV file, for all or for none, and tells them',
  body: z
    .object({
      course_id: id,
      days,
      until,
      csv: means(
        z
          .string({ error: 'Please choose a file' })
          .check(
            z.minLength(1, { error: 'Please choose a file' }),
            z.maxLength(BODY_LIMIT, { error: 'The file is larger than 1 MB' }),
          ),
        'The file: a phone a line, in its first column or in one called phone or mobile',
      ),
      existing: means(
        z._default(z.enum(['skip', 'extend']), 'skip'),
        'What happens with those who have or had the course: nothing, or it is open for longer',
      ),
      dry_run: means(z.boolean(), 'Nothing is done: only what would be is told, with each line that cannot be used'),
      reason,
    })
    .check(oneSpan),
  example: {
    course_id: 3,
    days: 90,
    csv: 'phone,name\n9847012345,Asha\n',
    existing: 'skip',
    dry_run: true,
    reason: 'School scheme of 2026',
  },
  reply: z.extend(done, {
    dry_run: z.boolean(),
    phones: means(howMany, 'Phones in the file that can be used'),
    granted: means(howMany, 'Learners who get the course'),
    extended: means(howMany, 'Learners who have it for longer'),
    skipped: means(howMany, 'Learners who have it and keep it as it is'),
    bad: means(z.array(badRow), 'Lines that cannot be used; with one of them nothing is done'),
  }),
})

named({ BadGrantRow: badRow })
