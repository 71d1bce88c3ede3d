import * as z from 'zod/mini'
import { helpers } from '#features/auth/staff/learner-roles.rules.ts'
import { endpoint } from '#lib/both/calls/endpoint.ts'
import { id, means, named } from '#lib/both/calls/fields.ts'
import { instant, rowId, safeHtml } from '#lib/both/calls/reply-fields.ts'
import { before, nextRow } from '#lib/both/calls/staff-fields.ts'
import { kinds } from '../notifications.rules.ts'

const notification = z.object({
  id: rowId,
  kind: z.enum(kinds),
  to: means(z.enum(['learner', 'course', 'all']), 'To this learner alone, to those of a course, to everybody'),
  title: z.string(),
  message: safeHtml,
  created_at: instant,
  read: z.boolean(),
})
export type LearnerNotification = z.output<typeof notification>

export const listLearnerNotifications = endpoint({
  access: 'staff',
  roles: helpers,
  method: 'GET',
  path: '/staff/learners/{id}/notifications',
  secondFactor: 'session',
  refuses: ['not_found'],
  summary: 'What stands under a learner’s bell, the newest first, twenty a page',
  params: z.object({ id }),
  query: z.object({ before }),
  reply: z.object({ data: z.array(notification), next: nextRow }),
})

named({ LearnerNotification: notification })
