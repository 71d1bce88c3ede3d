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

declare module '#db/database.ts' {
  interface Database {
    tickets: TicketsTable
    ticket_messages: TicketMessagesTable
  }
}
