import { handle } from '#core/calls/handle.ts'
import { listPurchasedCourses, listTicketCategories } from './server/choices.ts'
import { listTickets } from './server/list-tickets.ts'
import { raiseTicket } from './server/raise-ticket.ts'
import { replyToTicket } from './server/reply-to-ticket.ts'
import { ticketMessages } from './server/ticket-messages.ts'
import * as contract from './support.contract.ts'
import { listLearnerTickets as learnerTickets } from './staff/learner-tickets.contract.ts'
import { listLearnerTickets } from './staff/server/learner-tickets.ts'

export const supportRoutes = [
  handle(contract.listTickets, listTickets),
  handle(contract.ticketMessages, ticketMessages),
  handle(contract.replyToTicket, replyToTicket),
  handle(contract.listTicketCategories, listTicketCategories),
  handle(contract.listPurchasedCourses, listPurchasedCourses),
  handle(contract.raiseTicket, raiseTicket),
  handle(learnerTickets, listLearnerTickets),
]
