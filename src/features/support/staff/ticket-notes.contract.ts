import * as z from 'zod/mini'
import { MOST_NOTE } from '#features/auth/staff/notes/notes.rules.ts'
import { endpoint } from '#lib/both/calls/endpoint.ts'
import { done, id, means, named } from '#lib/both/calls/fields.ts'
import { instant, rowId } from '#lib/both/calls/reply-fields.ts'
import { needed } from '#lib/both/calls/staff-fields.ts'
import { listQueue } from './tickets.contract.ts'

/**
 * Internal notes on a ticket. They are in no reply, notification or search of learners, nor in the download of a learner's data
 * (docs/decisions/0094-internal-ticket-notes-and-members-phones.md).
 */

const supporters = { access: 'staff', roles: listQueue.roles } as const

const note = z.object({
  id: rowId,
  author: z.string(),
  body: z.string(),
  created_at: instant,
  mine: means(z.boolean(), 'The caller wrote it within the hour and may delete it'),
})

export const listTicketNotes = endpoint({
  ...supporters,
  method: 'GET',
  path: '/staff/tickets/{id}/notes',
  secondFactor: 'session',
  refuses: ['not_found'],
  summary: 'Internal notes on a ticket, oldest first',
  params: z.object({ id }),
  reply: z.object({ data: z.array(note) }),
})

export const addTicketNote = endpoint({
  ...supporters,
  method: 'POST',
  path: '/staff/tickets/{id}/notes',
  secondFactor: 'session',
  creates: true,
  refuses: ['not_found', 'conflict'],
  summary: 'Adds an internal note to a ticket, which its learner never sees',
  params: z.object({ id }),
  body: z.object({ body: means(needed(MOST_NOTE, 'Please write something'), 'Plain text') }),
  example: { body: 'Paid twice; the accountant checks it.' },
  reply: z.extend(done, { note }),
})

export const deleteTicketNote = endpoint({
  ...supporters,
  method: 'POST',
  path: '/staff/tickets/{id}/notes/delete',
  secondFactor: 'session',
  refuses: ['not_found', 'conflict'],
  summary: 'Deletes an internal note of one’s own, within the hour',
  params: z.object({ id }),
  body: z.object({ note_id: id }),
  reply: done,
})

named({ TicketNote: note })
