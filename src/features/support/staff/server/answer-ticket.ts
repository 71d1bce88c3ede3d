import { logWork, type StaffWork } from '#core/staff/staff-log.ts'
import type { Db } from '#db/database.ts'
import { inTransaction } from '#db/statements/transaction.ts'
import { sendNotification } from '#features/notifications/server/send-notification.ts'
import { cutText } from '#lib/both/text/cut-text.ts'
import { invalid } from '#lib/both/calls/errors.ts'
import { paths, withQuery } from '#lib/both/paths.ts'
import { hasAtMost } from '#lib/both/text/count-characters.ts'
import { escapeText } from '#lib/server/text/html.ts'
import { sanitizeLearnerText } from '#lib/server/text/learner-text.ts'
import { messageProblem } from '../../support.rules.ts'
import type { TicketState } from '../tickets.rules.ts'
import { lockTicket, refuseUnseen } from './lock-ticket.ts'

/** Characters of a name that stands at an answer. */
const MOST_NAME = 60

interface Answer {
  id: number
  /** Plain text. */
  message: string
  /** Who answers, as the learner reads it. */
  name: string
  /** The name of a private picture. */
  attachment?: string | null
  /** The last message that was read before this was written. */
  seen?: number | undefined
  /** And closes the ticket. */
  close?: boolean
}

/**
 * Answers a ticket and tells its learner. Closed ones stay closed: the learner's next message opens them again.
 * @throws invalid when the message is empty or too long; notFound; conflict `edited` when something was written that the answer knows nothing of
 */
export async function answerTicket(
  db: Db,
  work: StaffWork,
  { id, message, name, attachment = null, seen, close = false }: Answer,
): Promise<{ messageId: number; state: TicketState }> {
  const problem = messageProblem(message, 'Message')
  if (problem) throw invalid({ message: problem })
  if (!hasAtMost(name, MOST_NAME)) throw invalid({ as: `A name has at most ${MOST_NAME} characters` })
  return inTransaction(db, async (tx) => {
    const ticket = await lockTicket(tx, id)
    await refuseUnseen(tx, id, seen)
    const answer = await tx
      .insertInto('ticket_messages')
      .values({
        ticket_id: id,
        mode: 'staff',
        staff_name: name,
        body: message.trim(),
        attachment,
        request_key: null,
        created_at: work.now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (close && ticket.mode === 'open')
      await tx.updateTable('tickets').set({ mode: 'closed', closed_at: work.now }).where('id', '=', id).execute()
    await sendNotification(
      { db: tx, now: () => work.now },
      {
        to: { userId: ticket.user_id },
        kind: 'tickets',
        title: 'Your ticket has been answered',
        message: `<p><strong>${escapeText(ticket.title)}</strong></p><p>${sanitizeLearnerText(brief(message))}</p>`,
        target: withQuery(paths.support, { ticket: id }),
        key: `ticket-answer:${answer.id}`,
      },
    )
    const state = close || ticket.mode === 'closed' ? 'closed' : 'answered'
    await logWork(tx, work, {
      action: 'ticket answered',
      subject: `ticket ${id}`,
      userId: ticket.user_id,
      before: { state: ticket.state },
      after: { state, message: answer.id, name },
    })
    return { messageId: answer.id, state }
  })
}

/** The beginning of an answer; the rest is read at the ticket. */
function brief(message: string): string {
  return cutText(message.trim(), 300)
}
