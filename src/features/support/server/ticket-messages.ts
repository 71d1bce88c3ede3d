import type { LearnerContext } from '#core/context.ts'
import { Versioned } from '#core/calls/versioned.ts'
import type { Db } from '#db/database.ts'
import { DOCUMENT_LIFE } from '#core/files/private-files.ts'
import { displayTime, isoTime } from '#lib/both/time/clock.ts'
import type { InputOf } from '#lib/both/calls/endpoint.ts'
import { notFound } from '#lib/both/calls/errors.ts'
import { sanitizeLearnerText } from '#lib/server/text/learner-text.ts'
import type { TicketMessage, ticketMessages as contract } from '../support.contract.ts'
import { ticketOf, ticketRows } from './tickets.ts'

export const NO_TICKET = 'There is no such ticket'

/** Messages of a ticket that are shown, the newest. */
const SHOWN_MESSAGES = 500

/**
 * A ticket of the learner's own and its messages, oldest first. One statement where the caller has the newest version
 * already.
 * @throws notFound when there is no such ticket, or it is another learner's
 */
export async function ticketMessages(ctx: LearnerContext, { params }: Pick<InputOf<typeof contract>, 'params'>) {
  const { db, user, now } = ctx
  const ticket = await ticketRows(db)
    .select(({ selectFrom }) => [
      selectFrom('ticket_messages as message')
        .select(({ fn }) => fn.max('message.id').as('last'))
        .whereRef('message.ticket_id', '=', 'ticket.id')
        .as('last_message'),
    ])
    .where('ticket.id', '=', params.ticketId)
    .where('ticket.user_id', '=', user.id)
    .executeTakeFirst()
  if (!ticket) throw notFound(NO_TICKET)
  // Messages are never changed. Addresses of pictures end, so they are given anew well before.
  const turn = Math.floor(now() / (DOCUMENT_LIFE / 2))
  const version = [ticket.id, user.id, ticket.last_message, ticket.mode, turn].join('-')
  return new Versioned(version, async () => ({
    status: true,
    ticketDetails: ticketOf(ticket),
    ticketMessages: await messages(ctx, ticket.id),
  }))
}

/** The newest messages of a ticket, oldest first. */
export async function newestMessages(db: Db, ticketId: number) {
  const rows = await db
    .selectFrom('ticket_messages')
    .select(['id', 'mode', 'staff_name', 'body', 'attachment', 'created_at'])
    .where('ticket_id', '=', ticketId)
    .orderBy('id', 'desc')
    .limit(SHOWN_MESSAGES)
    .execute()
  return rows.reverse()
}

async function messages({ db, links }: LearnerContext, ticketId: number): Promise<TicketMessage[]> {
  const rows = await newestMessages(db, ticketId)
  const sign = await links.signer()
  return rows.map((row) => ({
    id: row.id,
    mode: row.mode,
    name: row.mode === 'staff' ? (row.staff_name ?? 'Support') : null,
    msg: sanitizeLearnerText(row.body),
    attach: row.attachment === null ? null : sign(row.attachment, `Ticket ${ticketId}, message ${row.id}`),
    created_at: row.created_at,
    created_at_iso: isoTime(row.created_at),
    created_at_string: displayTime(row.created_at),
  }))
}
