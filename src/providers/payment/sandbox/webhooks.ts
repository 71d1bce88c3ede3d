import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '#db/database.ts'
import { MINUTE, SECOND, type Clock } from '#lib/both/time/clock.ts'
import { signatureOf } from '../wire.ts'

/** Milliseconds between two looks at what is due. */
const PAUSE = SECOND
/** How long the receiver may take. */
const TIMEOUT = 5 * SECOND
/** Deliveries of one event before the sandbox gives up. */
const TRIES = 12

/** Puts an event in the queue. @param dueAt when it is sent; the same event may be queued more than once */
export async function queueWebhook(
  db: Kysely<Database>,
  event: { kind: string; entity: Record<string, unknown> },
  dueAt: number[],
): Promise<void> {
  if (dueAt.length === 0) return
  const event_id = `event_${randomBytes(8).toString('hex')}`
  const body = JSON.stringify({
    entity: 'event',
    event: event.kind,
    contains: ['payment'],
    payload: { payment: { entity: event.entity } },
  })
  await db
    .insertInto('sandbox_webhooks')
    .values(dueAt.map((due_at) => ({ event_id, body, due_at })))
    .execute()
}

/** Sends what is due, over HTTP as a real provider does, again and again until it is taken. @returns a function that ends it */
export function sendWebhooks(
  { db, now, log }: { db: Kysely<Database>; now: Clock; log: Logger },
  address: string,
  secret: () => Promise<string>,
): () => void {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  const pass = async () => {
    try {
      await sendDue(db, now, address, await secret())
    } catch (error) {
      if (!stopped) log.warn({ err: error }, 'webhooks of the payment sandbox could not be sent')
    }
    if (!stopped) timer = setTimeout(() => void pass(), PAUSE).unref()
  }
  timer = setTimeout(() => void pass(), PAUSE).unref()
  return () => {
    stopped = true
    clearTimeout(timer)
  }
}

async function sendDue(db: Kysely<Database>, now: Clock, address: string, secret: string): Promise<void> {
  const due = await db
    .selectFrom('sandbox_webhooks')
    .selectAll()
    .where('due_at', '<=', now())
    .orderBy('due_at')
    .limit(20)
    .execute()
  for (const { id, due_at, event_id, body, tries } of due) {
    // Who moves the time has it; several processes may send.
    const taken = await db
      .updateTable('sandbox_webhooks')
      .set({ due_at: tries + 1 >= TRIES ? null : now() + Math.min(MINUTE, 2 ** tries * SECOND), tries: tries + 1 })
      .where('id', '=', id)
      .where('due_at', '=', due_at)
      .returning('id')
      .executeTakeFirst()
    if (!taken) continue
    const arrived = await post(address, body, {
      'content-type': 'application/json',
      'x-sandbox-event-id': event_id,
      'x-sandbox-signature': signatureOf(secret, body),
    })
    if (arrived) await db.updateTable('sandbox_webhooks').set({ due_at: null }).where('id', '=', id).execute()
  }
}

async function post(address: string, body: string, headers: Record<string, string>): Promise<boolean> {
  try {
    const response = await fetch(address, { method: 'POST', body, headers, signal: AbortSignal.timeout(TIMEOUT) })
    await response.body?.cancel()
    return response.ok
  } catch {
    return false
  }
}
