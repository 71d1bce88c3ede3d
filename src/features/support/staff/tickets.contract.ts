import * as z from 'zod/mini'
import { learnerFacts } from '#features/auth/staff/learner-facts.contract.ts'
import { endpoint, IMAGE_FORM_LIMIT } from '#lib/both/calls/endpoint.ts'
import { done, id, line, means, named, optionalImageFile, written } from '#lib/both/calls/fields.ts'
import { howMany, instant, rowId, safeHtml } from '#lib/both/calls/reply-fields.ts'
import { searches } from '#lib/both/calls/search.ts'
import { after, day, next } from '#lib/both/calls/staff-fields.ts'
import { MOST_COUNTED, ticketStates } from './tickets.rules.ts'

/** Tickets of all learners, for those who answer them. */

const supporters = { access: 'staff', roles: ['owner', 'support'] } as const

/** Tickets a page. */
export const QUEUE_PAGE = 50

const member = z.object({ id: rowId, name: z.string() })

const state = means(z.enum(ticketStates), 'waiting: nobody has answered what the learner wrote last')

const row = {
  id: rowId,
  title: z.string(),
  state,
  category: z.string(),
  category_id: rowId,
  course: means(z.nullable(z.object({ id: rowId, title: z.string() })), 'The course it is about'),
  assignee: means(z.nullable(member), 'Whom it is assigned to'),
  created_at: instant,
  waiting_since: means(z.nullable(instant), 'When the learner wrote what nobody has answered'),
  closed_at: z.nullable(instant),
}

const queued = z.object({ ...row, learner: z.object({ id: rowId, name: z.nullable(z.string()) }) })
export type QueuedTicket = z.output<typeof queued>

const message = z.object({
  id: rowId,
  by: z.enum(['learner', 'staff']),
  name: means(z.nullable(z.string()), 'Who answered, as the learner reads it; null of what the learner wrote'),
  msg: safeHtml,
  attach: means(z.nullable(z.string()), 'Where the picture is, for a few minutes and for whoever has this address'),
  created_at: instant,
})
export type StaffTicketMessage = z.output<typeof message>

/** What a list can be cut down to; the queue of a state is `state`. */
const filters = {
  state: z._default(means(z.enum([...ticketStates, 'all']), 'Which queue'), 'waiting'),
  category: z.optional(id),
  course: means(z.optional(id), 'About this course'),
  assignee: means(
    z.optional(
      z.union([z.enum(['me', 'nobody', 'somebody']), id], { error: 'Must be me, nobody, somebody or a number' }),
    ),
    'Assigned to whom; somebody: anybody',
  ),
  learner: means(z.optional(id), 'Raised by this learner'),
  text: means(z.optional(line(100)), 'Words of the title, or the number'),
  from: means(z.optional(day), 'Raised on this day in India or later'),
  until: means(z.optional(day), 'Raised on this day in India or before'),
}

export const listQueue = endpoint({
  ...supporters,
  method: 'GET',
  path: '/staff/tickets',
  secondFactor: 'session',
  summary: 'Tickets in a queue; those that wait by how long, others by when they were raised',
  ...searches('content', 'text'),
  query: z.object({ ...filters, sort: z._default(z.enum(['oldest', 'newest']), 'oldest'), after }),
  reply: z.object({
    data: z.array(queued),
    next,
    counts: means(
      z.object({ waiting: howMany, answered: howMany, closed: howMany }),
      `Tickets of each state that the other filters let through; ${MOST_COUNTED + 1}: more than ${MOST_COUNTED}`,
    ),
  }),
})

/** What stands in the fields of a queue's filters. */
export const queueChoices = endpoint({
  ...supporters,
  method: 'GET',
  path: '/staff/tickets/choices',
  secondFactor: 'session',
  summary: 'What tickets can be filtered by and assigned to',
  reply: z.object({
    categories: z.array(z.object({ id: rowId, title: z.string() })),
    courses: means(z.array(z.object({ id: rowId, title: z.string() })), 'Those of tickets'),
    team: means(z.array(member), 'Who answers tickets'),
  }),
})

export const showTicket = endpoint({
  ...supporters,
  method: 'GET',
  path: '/staff/tickets/{id}',
  secondFactor: 'session',
  refuses: ['not_found'],
  summary: 'A ticket with its newest messages, what is known of its learner, and what was done with it',
  params: z.object({ id }),
  reply: z.object({
    ticket: z.object(row),
    messages: means(z.array(message), 'Oldest first'),
    last_message: means(rowId, 'Sent back with an answer, so that nothing is overlooked'),
    learner: learnerFacts,
    history: means(
      z.array(
        z.object({ id: rowId, at: instant, who: z.string(), action: z.string(), assignee: z.nullable(z.string()) }),
      ),
      'What staff did with it, newest first; assignee: to whom it was assigned',
    ),
  }),
})

const seen = means(id, 'The last message that whoever does this has seen: a newer one is told about (edited)')

export const answerQueued = endpoint({
  ...supporters,
  method: 'POST',
  path: '/staff/tickets/reply',
  secondFactor: 'session',
  creates: true,
  refuses: ['not_found', 'edited'],
  summary: 'Answers a ticket under the name of whoever is logged in; a closed one stays closed',
  bodyKind: 'multipart',
  bodyLimit: IMAGE_FORM_LIMIT,
  body: z.object({
    id,
    message: z._default(written(10_000), ''),
    attachment: optionalImageFile,
    seen,
    close: means(z._default(z.enum(['0', '1']), '0'), '1: and closes it'),
  }),
  reply: z.extend(done, { message_id: rowId, state }),
})

export const assignTicket = endpoint({
  ...supporters,
  method: 'POST',
  path: '/staff/tickets/assign',
  secondFactor: 'session',
  refuses: ['not_found', 'edited', 'conflict'],
  summary: 'Assigns a ticket to somebody who answers tickets, or to nobody',
  body: z.object({
    id,
    to: means(z.nullable(id), 'Somebody who answers tickets, or nobody'),
    from: means(
      z.nullable(id),
      'Whom it was assigned to as far as the caller knows: of somebody else it is told (edited)',
    ),
  }),
  example: { id: 12, to: 4, from: null },
  reply: z.extend(done, { assignee: z.nullable(member) }),
})

export const closeQueued = endpoint({
  ...supporters,
  method: 'POST',
  path: '/staff/tickets/close',
  secondFactor: 'session',
  refuses: ['not_found', 'edited', 'closed'],
  summary: 'Closes a ticket; a message of its learner opens it again',
  body: z.object({ id, seen }),
  reply: done,
})

export const reopenTicket = endpoint({
  ...supporters,
  method: 'POST',
  path: '/staff/tickets/reopen',
  secondFactor: 'session',
  refuses: ['not_found', 'conflict'],
  summary: 'Opens a closed ticket again, waiting or answered as it was',
  body: z.object({ id }),
  reply: z.extend(done, { state }),
})

named({ QueuedTicket: queued, StaffTicketMessage: message })
