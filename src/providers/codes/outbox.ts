import type { Kysely } from 'kysely'
import type { Database, Db } from '#db/database.ts'
import { DAY, type Clock } from '#lib/both/time/clock.ts'
import type { CodeSender } from './code-sender.ts'

/** How long the outbox keeps a message. */
const KEPT = DAY

/** For development: codes stay on this machine, in the database and in the log. */
export function outboxSender({
  db,
  now,
  print,
}: {
  db: Kysely<Database>
  now: Clock
  print: (line: string) => void
}): CodeSender {
  return {
    channels: ['sms', 'whatsapp'],
    send: async ({ countryCode, phone, code, channel }) => {
      const sentAt = now()
      await db
        .deleteFrom('outbox_messages')
        .where('sent_at', '<', sentAt - KEPT)
        .execute()
      await db
        .insertInto('outbox_messages')
        .values({ recipient: recipientOf({ countryCode, phone }), channel, code, sent_at: sentAt })
        .execute()
      print(`Log-in code for +${countryCode} ${phone}: ${code}`)
    },
  }
}

/** Forgets what was sent to a phone. */
export async function forgetMessages(db: Db, to: Phone): Promise<void> {
  await db.deleteFrom('outbox_messages').where('recipient', '=', recipientOf(to)).execute()
}

interface Phone {
  countryCode: string
  phone: string
}

function recipientOf({ countryCode, phone }: Phone): string {
  return `+${countryCode}${phone}`
}
