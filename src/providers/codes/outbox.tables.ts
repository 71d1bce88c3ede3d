import type { Generated } from 'kysely'

export interface OutboxMessagesTable {
  id: Generated<number>
  recipient: string
  channel: string
  code: string
  sent_at: number
}

declare module '#db/database.ts' {
  interface Database {
    outbox_messages: OutboxMessagesTable
  }
}
