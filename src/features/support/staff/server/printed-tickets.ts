import type { Db } from '#db/database.ts'
import { notFound } from '#lib/both/calls/errors.ts'
import { ticketRows } from '../../server/tickets.ts'

/** Tickets as commands show them, of all learners. */

/** Tickets a page. */
export const STAFF_PAGE = 20

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
