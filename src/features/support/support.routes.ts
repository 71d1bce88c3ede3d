import { handle } from '#core/calls/handle.ts'
import { listPurchasedCourses, listTicketCategories } from './server/choices.ts'
import { listTickets } from './server/list-tickets.ts'
import { raiseTicket } from './server/raise-ticket.ts'
import { replyToTicket } from './server/reply-to-ticket.ts'
import { ticketMessages } from './server/ticket-messages.ts'
import * as savedReplies from './staff/saved-replies.contract.ts'
import * as calls from './staff/server/calls.ts'
import { showTicket } from './staff/server/show-ticket.ts'
import * as notes from './staff/server/ticket-notes.ts'
import * as ticketNotes from './staff/ticket-notes.contract.ts'
import * as tickets from './staff/tickets.contract.ts'
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
  handle(tickets.listQueue, calls.listQueue),
  handle(tickets.queueChoices, calls.queueChoices),
  handle(tickets.showTicket, showTicket),
  handle(tickets.answerQueued, calls.answerQueued),
  handle(tickets.assignTicket, calls.assignTicket),
  handle(ticketNotes.listTicketNotes, notes.listTicketNotes),
  handle(ticketNotes.addTicketNote, notes.addTicketNote),
  handle(ticketNotes.deleteTicketNote, notes.deleteTicketNote),
  handle(tickets.closeQueued, calls.closeQueued),
  handle(tickets.reopenTicket, calls.reopenTicket),
  handle(savedReplies.listSavedReplies, calls.listSavedReplies),
  handle(savedReplies.addSavedReply, calls.addSavedReply),
  handle(savedReplies.changeSavedReply, calls.changeSavedReply),
  handle(savedReplies.removeSavedReply, calls.removeSavedReply),
]
