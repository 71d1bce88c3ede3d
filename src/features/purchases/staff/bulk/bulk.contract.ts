import * as z from 'zod/mini'
import { helpers } from '#features/auth/staff/learner-roles.rules.ts'
import { badRow, PHONE_LIST_LIMIT, phoneList } from '#features/auth/staff/phone-list/phone-list.contract.ts'
import { endpoint } from '#lib/both/calls/endpoint.ts'
import { done, id, means } from '#lib/both/calls/fields.ts'
import { howMany } from '#lib/both/calls/reply-fields.ts'
import { searches } from '#lib/both/calls/search.ts'
import { reason } from '#lib/both/calls/staff-fields.ts'
import { days, oneSpan, until } from '../access/access.contract.ts'

export const grantCourses = endpoint({
  access: 'staff',
  roles: helpers,
  method: 'POST',
  path: '/staff/access/bulk',
  secondFactor: 'recent',
  creates: true,
  refuses: ['not_found', 'conflict'],
  bodyLimit: PHONE_LIST_LIMIT,
  summary: 'Opens a course for up to 5,000 phones of a CSV file, for all or for none, and tells them',
  ...searches('learners', 'csv'),
  body: z
    .object({
      course_id: id,
      days,
      until,
      csv: phoneList.check(z.minLength(1, { error: 'Please choose a file' })),
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
