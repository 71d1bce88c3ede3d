import type { StaffContext } from '#core/context.ts'
import { readWork } from '#core/staff/staff-log.ts'
import { learnerFacts } from '#features/auth/staff/server/learner-facts.ts'
import type { InputOf, ReplyOf } from '#lib/both/calls/endpoint.ts'
import { notFound } from '#lib/both/calls/errors.ts'
import { sanitizeLearnerText } from '#lib/server/text/learner-text.ts'
import { newestMessages } from '../../server/ticket-messages.ts'
import type * as contracts from '../tickets.contract.ts'
import { ticketRow } from './queue.ts'

/** Entries of the log that stand with a ticket, the newest. */
const FEW_ENTRIES = 20

/** A ticket and all that somebody needs who answers it. @throws notFound, also when its learner's account has ended */
export async function showTicket(
  ctx: StaffContext,
  { params: { id } }: InputOf<typeof contracts.showTicket>,
): Promise<ReplyOf<typeof contracts.showTicket>> {
  const { db, links, staff } = ctx
  const found = await ticketRow(db, id)
  const learner = found && (await learnerFacts(ctx, found.user_id, staff.roles))
  if (!found || !learner) throw notFound(`There is no ticket ${id}`)
  const rows = await newestMessages(db, id)
  const entries = await readWork(db, { subject: `ticket ${id}` }, { count: FEW_ENTRIES })
  const sign = await links.signer()
  return {
    ticket: found,
    messages: rows.map((row) => ({
      id: row.id,
      by: row.mode === 'staff' ? 'staff' : 'learner',
      name: row.mode === 'staff' ? (row.staff_name ?? 'Support') : null,
      msg: sanitizeLearnerText(row.body),
      attach: row.attachment === null ? null : sign(row.attachment, `Ticket ${id}, message ${row.id}`),
      created_at: row.created_at,
    })),
    last_message: rows.at(-1)!.id,
    learner,
    history: entries.map(({ id: entry, at, who, action, after }) => ({
      id: entry,
      at,
      who,
      action,
      assignee: action === 'ticket assigned' && after.assignee ? String(after.assignee) : null,
    })),
  }
}
