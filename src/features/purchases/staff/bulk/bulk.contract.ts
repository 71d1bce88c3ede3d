import * as z from 'zod/mini'
import { helpers } from '#features/auth/staff/learner-roles.rules.ts'
import {
  badRow,
  listColumns,
  listedPhone,
  PHONE_LIST_LIMIT,
  phoneList,
  readList,
} from '#features/auth/staff/phone-list/phone-list.contract.ts'
import { endpoint } from '#lib/both/calls/endpoint.ts'
import { done, id, line, means, named } from '#lib/both/calls/fields.ts'
import { phoneNumber } from '#lib/both/calls/phone-fields.ts'
import { howMany, instant, rowId } from '#lib/both/calls/reply-fields.ts'
import { searches } from '#lib/both/calls/search.ts'
import { reason } from '#lib/both/calls/staff-fields.ts'
import { MAX_LEARNER_NAME } from '#features/auth/staff/phone-list/phone-list.rules.ts'
import { days, oneSpan, until } from '../access/access.contract.ts'

const grantedLearner = z.extend(listedPhone, { has_course: means(z.boolean(), 'Has or had the course') })
export type GrantedLearner = z.output<typeof grantedLearner>

export const grantCourses = endpoint({
  access: 'staff',
  roles: helpers,
  method: 'POST',
  path: '/staff/access/bulk',
  secondFactor: 'recent',
  creates: true,
  refuses: ['not_found', 'conflict'],
  bodyLimit: PHONE_LIST_LIMIT,
  summary: 'Opens a course for up to 5,000 phones of a CSV file, for all or for none, and notifies them',
  ...searches('learners', 'csv'),
  body: z
    .object({
      course_id: id,
      days,
      until,
      csv: phoneList.check(z.minLength(1, { error: 'Please choose a file' })),
      ...listColumns,
      new_learners: means(
        z._default(z.enum(['refuse', 'add']), 'refuse'),
        'Phones without an account: lines that cannot be used, or learners who are added and have the course at first log-in',
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
    added: means(howMany, 'Learners who are added; they are among `granted`'),
    granted: means(howMany, 'Learners who get the course'),
    extended: means(howMany, 'Learners who have it for longer'),
    skipped: means(howMany, 'Learners who have it and keep it as it is'),
    bad: means(z.array(badRow), 'Lines that cannot be used; with one of them nothing is done'),
    list: means(z.nullable(readList), 'How the file was read; null once it is done'),
    learners: means(z.array(grantedLearner), 'Learners of the file, by line; none once it is done'),
  }),
})

export const addLearner = endpoint({
  access: 'staff',
  roles: helpers,
  method: 'POST',
  path: '/staff/learners/add',
  secondFactor: 'recent',
  creates: true,
  refuses: ['not_found', 'conflict', 'phone_taken'],
  summary: 'Adds a learner who has never logged in, and opens a course for the first log-in. No SMS is sent',
  ...searches('learners', 'mobile'),
  body: z
    .object({
      name: line(MAX_LEARNER_NAME, 'Please enter a name').check(z.minLength(1, { error: 'Please enter a name' })),
      mobile: means(phoneNumber(), 'Of India, or with + and the calling code'),
      course_id: id,
      days,
      until,
      reason,
    })
    .check(oneSpan),
  example: { name: 'Asha Menon', mobile: '9847012345', course_id: 3, days: 365, reason: 'Admitted on 1 June' },
  reply: z.extend(done, {
    learner_id: rowId,
    valid_until: means(instant, 'The end of the last day on which the course is open'),
  }),
})

named({ GrantedLearner: grantedLearner })
