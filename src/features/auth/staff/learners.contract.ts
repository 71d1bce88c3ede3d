import * as z from 'zod/mini'
import { endpoint } from '#lib/both/calls/endpoint.ts'
import { id, line, means, named, page } from '#lib/both/calls/fields.ts'
import { howMany, indianDay, instant, rowId } from '#lib/both/calls/reply-fields.ts'
import { MAX_STAFF_SEARCH, SEARCH_LIMIT, searches } from '#lib/both/calls/search.ts'
import { day } from '#lib/both/calls/staff-fields.ts'
import { learnerReaders } from './learner-roles.rules.ts'
import { listSorts, listStatuses } from './learner-lists.rules.ts'

/** Finding learners, listing them, and the head of a learner's page. */

const readers = { access: 'staff', roles: learnerReaders } as const

const state = {
  id: rowId,
  name: means(z.nullable(z.string()), 'Null before the profile is completed'),
  country_code: z.string(),
  phone: means(z.string(), 'National digits; mentors are told the last four, behind dots'),
  email: means(z.nullable(z.string()), 'Mentors are told none'),
  role: z.enum(['learner', 'mentor']),
  blocked_at: means(z.nullable(instant), 'Since when staff let nobody log in to the account'),
  muted_at: means(z.nullable(instant), 'Since when staff let nobody write in discussions with it'),
  last_logged_on: z.nullable(instant),
  created_at: instant,
}

const listedLearner = z.object(state)
export type ListedLearner = z.output<typeof listedLearner>

const foundLearner = z.object({
  ...state,
  found_by: means(
    z.enum(['phone', 'name', 'email', 'order', 'payment', 'transaction', 'receipt', 'refund', 'credit note']),
    'The field that matched: a field of the learner, or the number of an order, a payment, …',
  ),
})
export type FoundLearner = z.output<typeof foundLearner>

const filters = {
  course_id: means(z.optional(id), 'Who has or had this course'),
  status: z.optional(z.enum(listStatuses)),
  seen_from: means(z.optional(day), 'Who logged in last on this day in India or later'),
  seen_until: means(z.optional(day), 'Who logged in last on this day in India or before, or never did'),
}

export const findLearners = endpoint({
  ...readers,
  method: 'GET',
  path: '/staff/learners',
  secondFactor: 'session',
  summary: 'Learners by phone, name, email address, or a number of a payment, receipt or order; twenty a page',
  ...searches('learners', 'words'),
  query: z.object({
    words: means(
      line(MAX_STAFF_SEARCH),
      'At least two letters or digits, or `payment 12`, `transaction 12`, `order 12`, `refund 12`; `#12` is transaction 12',
    ),
    page,
    ...filters,
  }),
  reply: z.object({
    data: z.array(foundLearner),
    more: means(z.boolean(), 'Whether there is a page after this one'),
    total: means(howMany, 'Learners on all pages'),
    cut: means(z.boolean(), 'There are more than the pages have: more words are needed'),
  }),
})

const list = {
  ...filters,
  sort: z._default(z.enum(listSorts), 'newest'),
  after: means(z.optional(z.string().check(z.maxLength(1000))), 'The `next` of the part before'),
}

const next = means(
  z.nullable(z.string()),
  'What the next part is asked for with; null of the last. A part may be empty and still have one',
)

export const listLearners = endpoint({
  ...readers,
  method: 'GET',
  path: '/staff/learners/list',
  secondFactor: 'session',
  summary: 'Learners by course, state, and when they logged in last',
  limit: SEARCH_LIMIT,
  query: z.object(list),
  reply: z.object({ data: z.array(listedLearner), next }),
})

export const exportLearners = endpoint({
  access: 'staff',
  roles: ['owner', 'support'],
  method: 'GET',
  path: '/staff/learners/csv',
  secondFactor: 'recent',
  summary: 'The same as a part of a CSV file; that somebody took it is in the log',
  query: z.object(list),
  reply: z.object({ csv: z.string(), next }),
})

const device = z.object({
  id: rowId,
  user_agent: means(z.string(), 'The browser, as it calls itself'),
  created_at: instant,
  last_seen_at: means(z.nullable(instant), 'To about ten minutes'),
})

const counted = (what: string) => means(z.nullable(howMany), `${what}; null where the caller may not see them`)

const learnerPage = z.object({
  ...state,
  city: z.nullable(z.string()),
  birthday: means(z.nullable(indianDay), 'As they wrote it'),
  avatar: means(z.nullable(z.string()), 'The address of their picture'),
  registration_completed: z.boolean(),
  verified_at: means(z.nullable(instant), 'When the phone was first proved with a code'),
  last_seen_at: means(z.nullable(instant), 'When a page was last used, to about ten minutes'),
  deleted_at: means(z.nullable(instant), 'When the account ended: nothing personal is known since'),
  devices: means(z.array(device), 'Where they are logged in, used last first'),
  known_devices: means(
    z.array(z.object({ known_since: instant, seen_at: instant })),
    'Browsers that are known from log-ins, whether or not they are logged in',
  ),
  codes: means(
    z.object({ sent: howMany, tried: howMany }),
    'Codes sent and guesses made that still count against the phone',
  ),
  counts: z.object({
    courses: counted('Courses, also those that have ended'),
    open_courses: counted('Courses that are open'),
    purchases: counted('Purchases that were paid'),
    attempts: counted('Attempts of exams'),
    tickets: counted('Tickets'),
    open_tickets: counted('Tickets that are not closed'),
    comments: counted('Comments in discussions'),
    notes: counted('Notes of staff'),
  }),
})
export type LearnerPage = z.output<typeof learnerPage>

export const getLearner = endpoint({
  ...readers,
  method: 'GET',
  path: '/staff/learners/{id}',
  secondFactor: 'session',
  refuses: ['not_found'],
  summary: 'The head of a learner’s page; that somebody of the staff looked is in the log',
  params: z.object({ id }),
  reply: learnerPage,
})

named({ ListedLearner: listedLearner, FoundLearner: foundLearner, LearnerPage: learnerPage })
