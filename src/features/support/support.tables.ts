import type { Generated } from 'kysely'

export interface TicketsTable {
  id: Generated<number>
  user_id: number
  /** One of `categories` in support.rules.ts. */
  category_id: number
  course_id: number | null
  title: string
  mode: 'open' | 'closed'
  /** The browser's name for what it sent, so that the same sent twice is one ticket. */
  request_key: string | null
  created_at: number
  closed_at: number | null
  /** The member who answers it; null as soon as the member leaves or no longer answers tickets. */
  assignee_id: Generated<number | null>
  /**
   * When the learner wrote what nobody has answered; null once somebody has. The database itself writes it with each message
   * (0040-waiting-tickets), for servers of the release before write messages as well.
   */
  waiting_since: Generated<number | null>
}

export interface TicketMessagesTable {
  id: Generated<number>
  ticket_id: number
  mode: 'user' | 'staff'
  /** Who answered, as the learner reads it. */
  staff_name: string | null
  /** Plain text, as it was typed. */
  body: string
  /** The name of a private picture. */
  attachment: string | null
  request_key: string | null
  created_at: number
}

/** Internal note of staff on a ticket, which its learner never sees. */
export interface TicketNotesTable {
  id: Generated<number>
  ticket_id: number
  staff_id: number
  /** Name of the author at that time. */
  author: string
  /** Plain text. */
  body: string
  created_at: number
}

/** An answer that staff give again and again. */
export interface SavedRepliesTable {
  id: Generated<number>
  title: string
  /** Plain text, with `{name}` and `{course}` where those of the ticket go. */
  body: string
  /** One of `categories` in support.rules.ts, for whose tickets it is offered first. */
  category_id: number | null
  /** Counts changes, so that two who make one at once are told. */
  version: Generated<number>
  changed_at: number
  changed_by: string
}

declare module '#db/database.ts' {
  interface Database {
    tickets: TicketsTable
    ticket_messages: TicketMessagesTable
    saved_replies: SavedRepliesTable
    ticket_notes: TicketNotesTable
  }
}
