import { createOnce } from '#core/calls/create-once.ts'
import type { StaffContext } from '#core/context.ts'
import { logWork } from '#core/staff/staff-log.ts'
import type { Db } from '#db/database.ts'
import { NOTE_DELETABLE } from '#features/auth/staff/notes/notes.rules.ts'
import type { InputOf, ReplyOf } from '#lib/both/calls/endpoint.ts'
import { conflict, notFound } from '#lib/both/calls/errors.ts'
import type * as contracts from '../ticket-notes.contract.ts'
import { lockTicket } from './lock-ticket.ts'

/**
 * Internal notes on a ticket. Their audit entries name the ticket and no learner, so that the download of a learner's data does
 * not have them, and never the text, which could not be deleted there.
 */

/** Notes that a ticket can have, so that all of them come in one reply. */
const MAX_NOTES = 200

const columns = ['id', 'staff_id', 'author', 'body', 'created_at'] as const

interface NoteRow {
  id: number
  staff_id: number
  author: string
  body: string
  created_at: number
}

/** A note as the caller sees it. */
const shownTo = (ctx: StaffContext, { staff_id, ...note }: NoteRow) => ({
  ...note,
  mine: staff_id === ctx.staff.id && note.created_at > ctx.now() - NOTE_DELETABLE,
})

const notesOf = (db: Db, ticketId: number) =>
  db.selectFrom('ticket_notes').select(columns).where('ticket_id', '=', ticketId).orderBy('id').execute()

/** @throws notFound */
export async function listTicketNotes(
  ctx: StaffContext,
  { params: { id } }: InputOf<typeof contracts.listTicketNotes>,
): Promise<ReplyOf<typeof contracts.listTicketNotes>> {
  const ticket = await ctx.db.selectFrom('tickets').select('id').where('id', '=', id).executeTakeFirst()
  if (!ticket) throw notFound(`There is no ticket ${id}`)
  return { data: (await notesOf(ctx.db, id)).map((note) => shownTo(ctx, note)) }
}

/** @throws notFound; conflict where the ticket has MAX_NOTES */
export function addTicketNote(
  ctx: StaffContext,
  { params: { id }, body: { body } }: InputOf<typeof contracts.addTicketNote>,
): Promise<ReplyOf<typeof contracts.addTicketNote>> {
  return createOnce(ctx, async (tx) => {
    const work = ctx.work()
    await lockTicket(tx, id)
    if ((await notesOf(tx, id)).length >= MAX_NOTES)
      throw conflict(`A ticket can have at most ${MAX_NOTES} notes`, 'conflict')
    const note = await tx
      .insertInto('ticket_notes')
      .values({ ticket_id: id, staff_id: ctx.staff.id, author: ctx.staff.name, body, created_at: work.now })
      .returning(columns)
      .executeTakeFirstOrThrow()
    await logWork(tx, work, { action: 'ticket note added', subject: `ticket ${id}`, after: { note: note.id } })
    return { status: true, success: true, message: 'Note added', note: shownTo(ctx, note) }
  })
}

/** @throws notFound where the ticket has no such note; conflict where it is another member's or older than an hour */
export async function deleteTicketNote(
  ctx: StaffContext,
  { params: { id }, body: { note_id: noteId } }: InputOf<typeof contracts.deleteTicketNote>,
): Promise<ReplyOf<typeof contracts.deleteTicketNote>> {
  const work = ctx.work()
  await ctx.db.transaction().execute(async (tx) => {
    await lockTicket(tx, id)
    const note = (await notesOf(tx, id)).find((one) => one.id === noteId)
    if (!note) throw notFound('There is no such note')
    if (!shownTo(ctx, note).mine) throw conflict('Only its author deletes a note, within an hour', 'conflict')
    await tx.deleteFrom('ticket_notes').where('id', '=', noteId).execute()
    await logWork(tx, work, { action: 'ticket note deleted', subject: `ticket ${id}`, before: { note: noteId } })
  })
  return { status: true, success: true, message: 'Deleted' }
}
