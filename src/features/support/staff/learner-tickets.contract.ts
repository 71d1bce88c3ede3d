import * as z from 'zod/mini'
import { helpers } from '#features/auth/staff/learner-roles.rules.ts'
import { endpoint } from '#lib/both/calls/endpoint.ts'
import { id, means, named } from '#lib/both/calls/fields.ts'
import { instant, rowId } from '#lib/both/calls/reply-fields.ts'
import { before, nextRow } from '#lib/both/calls/staff-fields.ts'

const ticket = z.object({
  id: rowId,
  title: z.string(),
  category: z.string(),
  course: means(z.nullable(z.string()), 'The course it is about'),
  state: means(z.enum(['waiting', 'answered', 'closed']), 'waiting: nobody has answered what the learner wrote last'),
  created_at: instant,
})
export type LearnerTicket = z.output<typeof ticket>

export const listLearnerTickets = endpoint({
  access: 'staff',
  roles: helpers,
  method: 'GET',
  path: '/staff/learners/{id}/tickets',
  secondFactor: 'session',
  refuses: ['not_found'],
  summary: 'Tickets of a learner, the newest first, twenty a page',
  params: z.object({ id }),
  query: z.object({ before }),
  reply: z.object({ data: z.array(ticket), next: nextRow }),
})

named({ LearnerTicket: ticket })
