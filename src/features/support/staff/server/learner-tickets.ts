import type { StaffContext } from '#core/context.ts'
import { learnerNumbered } from '#features/auth/server/accounts.ts'
import type { InputOf, ReplyOf } from '#lib/both/calls/endpoint.ts'
import { ticketRows } from '../../server/tickets.ts'
import { categoryTitle } from '../../support.rules.ts'
import type { LearnerTicket, listLearnerTickets as contract } from '../learner-tickets.contract.ts'

/** Tickets a page. */
const PAGE = 20

/** @throws notFound */
export async function listLearnerTickets(
  { db }: StaffContext,
  { params: { id: userId }, query: { before } }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  await learnerNumbered(db, userId)
  const rows = await ticketRows(db)
    .where('ticket.user_id', '=', userId)
    .$if(before !== undefined, (query) => query.where('ticket.id', '<', before!))
    .orderBy('ticket.id', 'desc')
    .limit(PAGE + 1)
    .execute()
  const shown = rows.slice(0, PAGE)
  const data = shown.map(({ id, title, category_id, course, mode, last_mode, created_at }): LearnerTicket => ({
    id,
    title,
    category: categoryTitle(category_id),
    course,
    state: mode === 'closed' ? 'closed' : last_mode === 'staff' ? 'answered' : 'waiting',
    created_at,
  }))
  return { data, next: rows.length > PAGE ? shown.at(-1)!.id : null }
}
