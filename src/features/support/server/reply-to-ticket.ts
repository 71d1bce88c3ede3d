import type { LearnerContext } from '#core/context.ts'
import { createOnce } from '#core/calls/create-once.ts'
import type { Db } from '#db/database.ts'
import type { InputOf } from '#lib/both/calls/endpoint.ts'
import { invalid, notFound } from '#lib/both/calls/errors.ts'
import type { replyToTicket as contract } from '../support.contract.ts'
import { messageProblem } from '../support.rules.ts'
import { NO_TICKET } from './ticket-messages.ts'
import { addMessage, oneAtATime, refuseManyMessages, withAttachment } from './write.ts'

/**
 * Adds a message of the learner to their ticket. A closed ticket opens again: whoever answers sees that it is not done.
 * The same request sent again changes nothing.
 * @throws notFound when there is no such ticket, or it is another learner's
 * @throws invalid naming `msg` or `attachment`; tooMany as the limits say
 */
export async function replyToTicket(ctx: LearnerContext, { body }: Pick<InputOf<typeof contract>, 'body'>) {
  const { db, user, now } = ctx
  const ticket = await db
    .selectFrom('tickets')
    .select('id')
    .where('id', '=', body.ticket_id)
    .where('user_id', '=', user.id)
    .executeTakeFirst()
  if (!ticket) throw notFound(NO_TICKET)
  const problem = messageProblem(body.msg, 'Message')
  if (problem) throw invalid({ msg: problem })
  if (await sentBefore(db, ticket.id, body.request_key)) return sent
  await refuseManyMessages(db, user.id, now())
  await withAttachment(ctx, body.attachment, async (attachment) => {
    let kept = true
    await createOnce(ctx, async (tx) => {
      await oneAtATime(tx, user.id)
      if (await sentBefore(tx, ticket.id, body.request_key)) {
        kept = false
        return sent
      }
      const at = now()
      await refuseManyMessages(tx, user.id, at)
      const request_key = body.request_key ?? null
      // First, so that whoever answers at the same moment either is done or sees the message.
      await tx.updateTable('tickets').set({ mode: 'open', closed_at: null }).where('id', '=', ticket.id).execute()
      await addMessage(tx, ticket.id, { body: body.msg, attachment, request_key, created_at: at })
      return sent
    })
    return { kept }
  })
  return sent
}

async function sentBefore(db: Db, ticketId: number, key: string | undefined): Promise<boolean> {
  if (!key) return false
  const found = await db
    .selectFrom('ticket_messages')
    .select('id')
    .where('ticket_id', '=', ticketId)
    .where('request_key', '=', key)
    .executeTakeFirst()
  return found !== undefined
}

const sent = { status: true, success: true, message: 'Message sent' }
