import { logWork, type StaffWork } from '#core/staff/staff-log.ts'
import type { Db, Engine } from '#db/database.ts'
import { inTransaction } from '#db/statements/transaction.ts'
import { ApiError, conflict, invalid } from '#lib/both/calls/errors.ts'
import { stateOf, type TicketState } from '../tickets.rules.ts'
import { lockTicket, refuseUnseen } from './lock-ticket.ts'
import { lockSupporter } from './team.ts'

/** What is done with a ticket beside answering it. */

/**
 * @param seen the last message that was read before
 * @throws notFound; conflict `closed` when it is already closed, `edited` when something was written meanwhile
 */
export function closeTicket(db: Db, work: StaffWork, { id, seen }: { id: number; seen?: number }): Promise<void> {
  return inTransaction(db, async (tx) => {
    const { state } = await lockTicket(tx, id)
    if (state === 'closed') throw conflict(`Ticket ${id} is already closed`, 'closed')
    await refuseUnseen(tx, id, seen)
    const { user_id } = await tx
      .updateTable('tickets')
      .set({ mode: 'closed', closed_at: work.now })
      .where('id', '=', id)
      .returning('user_id')
      .executeTakeFirstOrThrow()
    await logWork(tx, work, {
      action: 'ticket closed',
      subject: `ticket ${id}`,
      userId: user_id,
      before: { state },
      after: { state: 'closed' },
    })
  })
}

/**
 * Opens a closed ticket again, as it was before.
 * @returns whether it waits
 * @throws notFound; conflict when it is open
 */
export function reopenTicket(db: Db, work: StaffWork, id: number): Promise<TicketState> {
  return inTransaction(db, async (tx) => {
    const { state: before, user_id, waiting_since } = await lockTicket(tx, id)
    if (before !== 'closed') throw conflict(`Ticket ${id} is not closed`, 'conflict')
    await tx.updateTable('tickets').set({ mode: 'open', closed_at: null }).where('id', '=', id).execute()
    const state = stateOf({ mode: 'open', waiting_since })
    await logWork(tx, work, {
      action: 'ticket reopened',
      subject: `ticket ${id}`,
      userId: user_id,
      before: { state: before },
      after: { state },
    })
    return state
  })
}

interface Assignment {
  id: number
  /** Who gets it: a member of the staff, or nobody. */
  to: number | null
  /** Who had it when that was decided; left out of a command, which takes it from whoever has it. */
  from?: number | null | undefined
}

/**
 * Assigns a ticket.
 * @returns whoever that is
 * @throws notFound; invalid naming `to` of somebody who answers no tickets; conflict when they have it already, `edited` when
 * somebody else was given it meanwhile
 */
export function assignTicket(
  { db, engine }: { db: Db; engine: Engine },
  work: StaffWork,
  { id, to, from }: Assignment,
): Promise<{ id: number; name: string } | null> {
  return inTransaction(db, async (tx) => {
    const assignee = to === null ? null : await lockSupporter(tx, engine, to)
    if (assignee === undefined) throw invalid({ to: 'Please choose somebody who answers tickets' })
    const ticket = await lockTicket(tx, id)
    const had = await nameOf(tx, ticket.assignee_id)
    if (from !== undefined && ticket.assignee_id !== from)
      throw new ApiError(409, had === null ? 'It is assigned to nobody any more' : `It is assigned to ${had} now`, {
        code: 'edited',
        errors: { assignee: had ?? '', assignee_id: String(ticket.assignee_id ?? '') },
      })
    if (ticket.assignee_id === to)
      throw conflict(had === null ? 'It is assigned to nobody' : `It is assigned to ${had} already`, 'conflict')
    await tx.updateTable('tickets').set({ assignee_id: to }).where('id', '=', id).execute()
    await logWork(tx, work, {
      action: 'ticket assigned',
      subject: `ticket ${id}`,
      userId: ticket.user_id,
      before: { assignee: had },
      after: { assignee: assignee?.name ?? null },
    })
    return assignee
  })
}

async function nameOf(tx: Db, staffId: number | null): Promise<string | null> {
  if (staffId === null) return null
  const row = await tx.selectFrom('staff').select('name').where('id', '=', staffId).executeTakeFirst()
  return row?.name ?? null
}
