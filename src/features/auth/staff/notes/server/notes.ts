import type { StaffContext } from '#core/context.ts'
import { createOnce } from '#core/calls/create-once.ts'
import { logWork, type StaffWork } from '#core/staff/staff-log.ts'
import type { Db } from '#db/database.ts'
import { inTransaction } from '#db/statements/transaction.ts'
import type { InputOf, ReplyOf } from '#lib/both/calls/endpoint.ts'
import { conflict, invalid, notFound } from '#lib/both/calls/errors.ts'
import { hasAtMost } from '#lib/both/text/count-characters.ts'
import { learnerNumbered, takeTurnOf } from '../../../server/accounts.ts'
import type * as contracts from '../notes.contract.ts'
import { MOST_NOTE, NOTE_DELETABLE } from '../notes.rules.ts'

/** Notes a page. */
const PAGE = 20

interface NoteRow {
  id: number
  staff_id: number | null
  author: string
  body: string
  created_at: number
}

const columns = ['id', 'staff_id', 'author', 'body', 'created_at'] as const

/** A note as one of the staff sees it. */
function told({ staff_id, ...note }: NoteRow, staffId: number, now: number) {
  return { ...note, mine: staff_id === staffId && note.created_at > now - NOTE_DELETABLE }
}

/** @throws notFound */
export async function listNotes(
  { db, now, staff }: StaffContext,
  { params: { id }, query: { before } }: InputOf<typeof contracts.listNotes>,
): Promise<ReplyOf<typeof contracts.listNotes>> {
  await learnerNumbered(db, id)
  const rows = await db
    .selectFrom('learner_notes')
    .select(columns)
    .where('user_id', '=', id)
    .$if(before !== undefined, (query) => query.where('id', '<', before!))
    .orderBy('id', 'desc')
    .limit(PAGE + 1)
    .execute()
  const shown = rows.slice(0, PAGE)
  return { data: shown.map((row) => told(row, staff.id, now())), next: rows.length > PAGE ? shown.at(-1)!.id : null }
}

/**
 * Notes something about a learner. What it says is not in the log, from which it could not be deleted.
 * @throws notFound, conflict where the account has ended; invalid where it is empty or too long
 */
export function noteLearner(
  db: Db,
  work: StaffWork,
  { userId, body }: { userId: number; body: string },
): Promise<NoteRow> {
  const text = body.trim()
  if (!text || !hasAtMost(text, MOST_NOTE)) throw invalid({ body: `A note has 1 to ${MOST_NOTE} characters` })
  return inTransaction(db, async (tx) => {
    await takeTurnOf(tx, userId)
    const note = await tx
      .insertInto('learner_notes')
      .values({ user_id: userId, staff_id: work.staffId, author: work.who, body: text, created_at: work.now })
      .returning(columns)
      .executeTakeFirstOrThrow()
    await logWork(tx, work, { action: 'note added', subject: `note ${note.id}`, userId })
    return note
  })
}

export function addNote(
  ctx: StaffContext,
  { params: { id }, body }: InputOf<typeof contracts.addNote>,
): Promise<ReplyOf<typeof contracts.addNote>> {
  return createOnce(ctx, async (tx) => {
    const work = ctx.work()
    const note = await noteLearner(tx, work, { userId: id, body: body.body })
    return { status: true, success: true, message: 'Noted', note: told(note, ctx.staff.id, work.now) }
  })
}

/** @throws notFound where there is no such note about the learner, conflict where it is another’s or an hour old */
export async function deleteNote(
  { db, staff, work }: StaffContext,
  { params: { id: userId }, body: { note_id: id } }: InputOf<typeof contracts.deleteNote>,
): Promise<ReplyOf<typeof contracts.deleteNote>> {
  const act = work()
  await db.transaction().execute(async (tx) => {
    const note = await tx
      .selectFrom('learner_notes')
      .select(columns)
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .executeTakeFirst()
    if (!note) throw notFound('There is no such note')
    if (!told(note, staff.id, act.now).mine)
      throw conflict('Only its author deletes a note, within an hour', 'conflict')
    const deleted = await tx.deleteFrom('learner_notes').where('id', '=', id).returning('id').executeTakeFirst()
    if (!deleted) throw notFound('There is no such note')
    await logWork(tx, act, { action: 'note deleted', subject: `note ${id}`, userId })
  })
  return { status: true, success: true, message: 'Deleted' }
}
