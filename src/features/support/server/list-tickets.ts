import type { LearnerContext } from '#core/context.ts'
import type { InputOf } from '#lib/both/calls/endpoint.ts'
import { pagedReply } from '#lib/both/calls/paging.ts'
import { listTickets as contract } from '../support.contract.ts'
import { ticketOf, ticketRows } from './tickets.ts'

/** The learner's tickets, newest first (document 1, section 2, 'Support'). */
export async function listTickets({ db, user }: LearnerContext, { query }: Pick<InputOf<typeof contract>, 'query'>) {
  const { page, per_page } = query
  const { total } = await db
    .selectFrom('tickets')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow()
  const rows = await ticketRows(db)
    .where('ticket.user_id', '=', user.id)
    .orderBy('ticket.id', 'desc')
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute()
  return { status: true, tickets: pagedReply(contract, { query }, rows.map(ticketOf), total) }
}
