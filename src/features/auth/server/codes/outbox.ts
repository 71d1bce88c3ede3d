import type { Db } from '#db/database.ts'

const SHOWN = 100

export interface OutboxMessage {
  /** With plus sign and country code. */
  to: string
  channel: string
  code: string
  /** Milliseconds since 1970. */
  sent_at: number
}

/** The latest codes that OTP_SENDER=outbox kept, newest first. */
export async function listOutbox(db: Db): Promise<OutboxMessage[]> {
  return db
    .selectFrom('outbox_messages')
    .select(['recipient as to', 'channel', 'code', 'sent_at'])
    .orderBy('id', 'desc')
    .limit(SHOWN)
    .execute()
}
