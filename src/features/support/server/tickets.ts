import type { Db } from '#db/database.ts'
import { displayTime, isoTime } from '#lib/both/time/clock.ts'
import type { Ticket } from '../support.contract.ts'
import { categoryTitle } from '../support.rules.ts'
import type { TicketMessagesTable, TicketsTable } from '../support.tables.ts'

/** Tickets with what is shown of them: the course, and whose the last message is. */
export function ticketRows(db: Db) {
  return db
    .selectFrom('tickets as ticket')
    .leftJoin('courses as course', 'course.id', 'ticket.course_id')
    .select(({ selectFrom }) => [
      'ticket.id',
      'ticket.user_id',
      'ticket.title',
      'ticket.mode',
      'ticket.category_id',
      'ticket.created_at',
      'course.title as course',
      selectFrom('ticket_messages as message')
        .select('message.mode')
        .whereRef('message.ticket_id', '=', 'ticket.id')
        .orderBy('message.id', 'desc')
        .limit(1)
        .as('last_mode'),
    ])
}

interface Row {
  id: number
  title: string
  mode: TicketsTable['mode']
  category_id: number
  created_at: number
  course: string | null
  last_mode: TicketMessagesTable['mode'] | null
}

/** A row as its learner sees it. */
export function ticketOf(row: Row): Ticket {
  return {
    id: row.id,
    title: row.title,
    mode: row.mode,
    category: categoryTitle(row.category_id),
    course: row.course,
    created_at: row.created_at,
    created_at_iso: isoTime(row.created_at),
    created_at_string: displayTime(row.created_at),
    answered: row.last_mode === 'staff',
  }
}
