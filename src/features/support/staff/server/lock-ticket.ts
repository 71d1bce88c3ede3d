import type { Db } from '#db/database.ts'
import { ApiError, notFound } from '#lib/both/calls/errors.ts'
import { stateOf } from '../tickets.rules.ts'

/**
 * A ticket that nobody else changes until the transaction ends, neither its learner nor a colleague.
 * @throws notFound
 */
export async function lockTicket(tx: Db, id: number) {
  const ticket = await tx
    .updateTable('tickets')
    .set(({ ref }) => ({ mode: ref('mode') }))
    .where('id', '=', id)
    .returning(['id', 'user_id', 'title', 'mode', 'waiting_since', 'assignee_id'])
    .executeTakeFirst()
  if (!ticket) throw notFound(`There is no ticket ${id}`)
  return { ...ticket, state: stateOf(ticket) }
}

/**
 * Refuses what was decided before the newest messages of a locked ticket were there.
 * @param seen the last message that whoever decided it had read; undefined of a command
 * @throws ApiError 409 `edited` with how many there are and who wrote the last
 */
export async function refuseUnseen(tx: Db, id: number, seen: number | undefined): Promise<void> {
  if (seen === undefined) return
  const unseen = await tx
    .selectFrom('ticket_messages')
    .select(['id', 'mode', 'staff_name'])
    .where('ticket_id', '=', id)
    .where('id', '>', seen)
    .orderBy('id')
    .execute()
  const last = unseen.at(-1)
  if (!last) return
  throw new ApiError(409, 'There is something new in this ticket. Please read it first.', {
    code: 'edited',
    errors: {
      last_message: String(last.id),
      new_messages: String(unseen.length),
      from: last.mode === 'staff' ? (last.staff_name ?? 'Support') : 'the learner',
    },
  })
}
