import type { Db } from '#db/database.ts'
import { inTransaction } from '#db/statements/transaction.ts'
import { sendNotification } from '#features/notifications/server/send-notification.ts'
import { conflict, invalid, notFound } from '#lib/both/calls/errors.ts'
import { escapeText } from '#lib/server/text/html.ts'
import { sanitizeLearnerText } from '#lib/server/text/learner-text.ts'
import { paths, withQuery } from '#lib/both/paths.ts'
import { messageProblem } from '../support.rules.ts'
import type { TicketsTable } from '../support.tables.ts'
import { ticketRows } from './tickets.ts'

/** Tickets as the people who answer see them, of all learners. */

/** Tickets a page. */
export const STAFF_PAGE = 20

/** Characters of a name that stands at an answer. */
const MOST_NAME = 60

/** Newest first. @param open only tickets that are not closed */
export async function listForStaff(db: Db, { open, page }: { open: boolean; page: number }) {
  const { total } = await db
    .selectFrom('tickets')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .$if(open, (query) => query.where('mode', '=', 'open'))
    .executeTakeFirstOrThrow()
  const tickets = await ticketRows(db)
    .innerJoin('users', 'users.id', 'ticket.user_id')
    .select('users.name')
    .$if(open, (query) => query.where('ticket.mode', '=', 'open'))
    .orderBy('ticket.id', 'desc')
    .limit(STAFF_PAGE)
    .offset((page - 1) * STAFF_PAGE)
    .execute()
  return { tickets, total }
}

/**
 * A ticket, who raised it, and its messages, oldest first.
 * @throws notFound
 */
export async function ticketForStaff(db: Db, id: number) {
  const ticket = await ticketRows(db)
    .innerJoin('users', 'users.id', 'ticket.user_id')
    .select(['users.name', 'users.country_code', 'users.phone', 'users.email'])
    .where('ticket.id', '=', id)
    .executeTakeFirst()
  if (!ticket) throw notFound(`There is no ticket ${id}`)
  const messages = await db
    .selectFrom('ticket_messages')
    .select(['id', 'mode', 'staff_name', 'body', 'attachment', 'created_at'])
    .where('ticket_id', '=', id)
    .orderBy('id')
    .execute()
  return { ticket, messages }
}

/**
 * Answers a ticket. Closed ones stay closed: the learner's next message opens them again.
 * @param name who answers, as the learner reads it
 * @throws notFound; invalid when the message is empty or too long
 */
export async function answerTicket(
  db: Db,
  now: number,
  { id, message, name }: { id: number; message: string; name: string },
): Promise<{ mode: TicketsTable['mode']; userId: number; title: string }> {
  const problem = messageProblem(message, 'Message')
  if (problem) throw invalid({ message: problem })
  if (name.length > MOST_NAME) throw invalid({ as: `A name has at most ${MOST_NAME} characters` })
  const ticket = await ticketNumbered(db, id)
  await inTransaction(db, async (tx) => {
    const answer = await tx
      .insertInto('ticket_messages')
      .values({
        ticket_id: id,
        mode: 'staff',
        staff_name: name,
        body: message.trim(),
        attachment: null,
        request_key: null,
        created_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await sendNotification(
      { db: tx, now: () => now },
      {
        to: { userId: ticket.user_id },
        kind: 'tickets',
        title: 'Your ticket has been answered',
        message: `<p><strong>${escapeText(ticket.title)}</strong></p><p>${sanitizeLearnerText(brief(message))}</p>`,
        target: withQuery(paths.support, { ticket: id }),
        key: `ticket-answer:${answer.id}`,
      },
    )
  })
  return { mode: ticket.mode, userId: ticket.user_id, title: ticket.title }
}

/** The beginning of an answer; the rest is read at the ticket. */
function brief(message: string): string {
  const words = message.trim()
  return words.length <= 300 ? words : `${words.slice(0, 300)}…`
}

/** @throws notFound; conflict when it is already closed */
export async function closeTicket(db: Db, now: number, id: number): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('tickets')
    .set({ mode: 'closed', closed_at: now })
    .where('id', '=', id)
    .where('mode', '=', 'open')
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return
  await ticketNumbered(db, id)
  throw conflict(`Ticket ${id} is already closed`, 'closed')
}

async function ticketNumbered(db: Db, id: number) {
  const ticket = await db
    .selectFrom('tickets')
    .select(['user_id', 'title', 'mode'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!ticket) throw notFound(`There is no ticket ${id}`)
  return ticket
}
