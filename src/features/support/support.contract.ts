import * as z from 'zod/mini'
import { endpoint, IMAGE_FORM_LIMIT } from '#lib/both/calls/endpoint.ts'
import {
  done,
  id,
  means,
  named,
  optionalImageFile,
  page,
  paged,
  perPage,
  text,
  written,
} from '#lib/both/calls/fields.ts'
import { instant, isoInstant, rowId, safeHtml } from '#lib/both/calls/reply-fields.ts'

/** Support tickets: document 1, sections 2 to 9. */

/** Tickets a page. */
export const TICKETS_PAGE = 8

const ticket = z.object({
  id: rowId,
  title: z.string(),
  mode: means(z.enum(['open', 'closed']), "A closed ticket opens again with the learner's next message"),
  category: z.string(),
  course: means(z.nullable(z.string()), 'The course it is about'),
  created_at: instant,
  created_at_iso: isoInstant,
  created_at_string: means(z.string(), 'dd-MM-yyyy h:mm a in Indian time'),
  answered: means(z.boolean(), "The last message is the support's"),
})
export type Ticket = z.output<typeof ticket>

const message = z.object({
  id: rowId,
  mode: means(z.enum(['user', 'staff']), "'user': the learner's own"),
  name: means(z.nullable(z.string()), "Who answered; null for the learner's own messages"),
  msg: safeHtml,
  attach: means(z.nullable(z.string()), 'Where the picture is, for a few minutes and for whoever has this address'),
  created_at: instant,
  created_at_iso: isoInstant,
  created_at_string: means(z.string(), 'dd-MM-yyyy h:mm a in Indian time'),
})
export type TicketMessage = z.output<typeof message>

/** Rules that the form has too decide about the texts, so that every field is named at once (support.rules.ts). */
const title = z._default(text(10_000), '')
const typed = z._default(written(10_000), '')
/** An id that was chosen from a list, or nothing. */
const choice = z._default(z.union([z.literal(''), id], { error: 'Must be a positive whole number' }), '')
/** A name that the browser gives what it sends, so that the same sent twice is stored once. */
const requestKey = z.optional(text(64))

export const listTickets = endpoint({
  method: 'GET',
  path: '/user/ticket/listuserticket',
  access: 'learner',
  summary: "The learner's tickets, newest first",
  query: z.object({ page, per_page: perPage(TICKETS_PAGE) }),
  reply: z.object({ status: z.boolean(), tickets: paged(ticket) }),
})

export const ticketMessages = endpoint({
  method: 'GET',
  path: '/user/ticket/ticketmessages/{ticketId}',
  access: 'learner',
  refuses: ['not_found'],
  versioned: true,
  summary: "A ticket of the learner's own and its messages, oldest first; answers 304 to a matching If-None-Match",
  params: z.object({ ticketId: id }),
  reply: z.object({ status: z.boolean(), ticketDetails: ticket, ticketMessages: z.array(message) }),
})

export const replyToTicket = endpoint({
  method: 'POST',
  path: '/user/ticket/ticketreplynew',
  creates: true,
  access: 'learner',
  refuses: ['not_found', 'too_many_requests'],
  summary: 'Adds a message of the learner to their ticket; a closed ticket opens again',
  bodyKind: 'multipart',
  bodyLimit: IMAGE_FORM_LIMIT,
  body: z.object({ ticket_id: id, msg: typed, attachment: optionalImageFile, request_key: requestKey }),
  reply: done,
})

export const listTicketCategories = endpoint({
  method: 'GET',
  path: '/user/ticket/category',
  access: 'learner',
  summary: 'What tickets can be about; category 3 needs a course',
  reply: z.object({ status: z.boolean(), category: z.array(z.object({ id: rowId, title: z.string() })) }),
})

export const listPurchasedCourses = endpoint({
  method: 'POST',
  path: '/user/ticket/purchasedcourse',
  access: 'learner',
  summary: 'The courses a ticket of the learner can be about: those they have bought, expired ones too',
  reply: z.object({ status: z.boolean(), course: z.array(z.object({ id: rowId, title: z.string() })) }),
})

export const raiseTicket = endpoint({
  method: 'POST',
  path: '/user/ticket/newticketstore',
  creates: true,
  access: 'learner',
  refuses: ['too_many_requests'],
  summary: 'Raises a ticket with its first message',
  bodyKind: 'multipart',
  bodyLimit: IMAGE_FORM_LIMIT,
  body: z.object({
    user_id: means(z.optional(id), 'Ignored: the ticket belongs to the learner of the token'),
    title,
    ticket_category_id: choice,
    content_id: choice,
    msg: typed,
    attachment: optionalImageFile,
    request_key: requestKey,
  }),
  reply: z.extend(done, { ticket_id: rowId }),
})

named({ Ticket: ticket, TicketMessage: message })
