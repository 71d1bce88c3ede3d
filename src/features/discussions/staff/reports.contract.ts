import * as z from 'zod/mini'
import { endpoint } from '#lib/both/calls/endpoint.ts'
import { means, named } from '#lib/both/calls/fields.ts'
import { howMany, instant, rowId } from '#lib/both/calls/reply-fields.ts'
import { after, next } from '#lib/both/calls/staff-fields.ts'

/** What learners have reported of comments. */

/** Comments a page. */
export const REPORTS_PAGE = 50

const reported = z.object({
  id: means(rowId, 'The comment or reply'),
  course: z.string(),
  writer: z.object({ id: rowId, name: z.nullable(z.string()), muted: z.boolean() }),
  words: means(z.string(), 'Plain text, the beginning; empty where they were erased'),
  sight: means(z.enum(['shown', 'hidden', 'deleted']), 'deleted: by its writer or by staff'),
  reports: means(howMany, 'Learners who have reported it; each counts once'),
  waiting: means(howMany, 'Of these, how many nobody has looked at'),
  first_at: instant,
  last_at: instant,
})
export type ReportedComment = z.output<typeof reported>

export const listReports = endpoint({
  access: 'staff',
  roles: ['owner', 'mentor', 'support'],
  method: 'GET',
  path: '/staff/reports',
  secondFactor: 'session',
  summary:
    'Comments that were reported: those that wait, the oldest first, or those that were looked at, the newest first',
  query: z.object({
    show: z._default(z.enum(['waiting', 'settled']), 'waiting'),
    after,
  }),
  reply: z.object({
    data: z.array(reported),
    next,
    waiting: means(howMany, 'Comments whose reports wait'),
  }),
})

named({ ReportedComment: reported })
