import { logWork, type StaffWork } from '#core/staff/staff-log.ts'
import type { Db } from '#db/database.ts'
import { inTransaction } from '#db/statements/transaction.ts'
import { ApiError, conflict, invalid, notFound } from '#lib/both/calls/errors.ts'
import { categories } from '../../support.rules.ts'
import { MOST_SAVED } from '../saved-replies.rules.ts'

/** By title. */
export function savedReplies(db: Db) {
  return db.selectFrom('saved_replies').selectAll().orderBy('title').orderBy('id').execute()
}

interface Fields {
  title: string
  body: string
  category_id: number | null
}

/** @returns its id; throws conflict when there are MOST_SAVED, invalid naming `category_id` */
export async function addSavedReply(tx: Db, work: StaffWork, fields: Fields): Promise<number> {
  refuseUnknownCategory(fields)
  const { total } = await tx
    .selectFrom('saved_replies')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  if (total >= MOST_SAVED)
    throw conflict(`There are ${MOST_SAVED} saved replies. Please remove one that nobody uses.`, 'conflict')
  const { id } = await tx
    .insertInto('saved_replies')
    .values({ ...fields, body: fields.body.trim(), changed_at: work.now, changed_by: work.who })
    .returning('id')
    .executeTakeFirstOrThrow()
  await logWork(tx, work, { action: 'saved reply added', subject: `saved reply ${id}`, after: { ...fields } })
  return id
}

/** @throws notFound; conflict `edited` with what it is now; invalid naming `category_id` */
export function changeSavedReply(
  db: Db,
  work: StaffWork,
  { id, version, ...fields }: Fields & { id: number; version: number },
): Promise<void> {
  refuseUnknownCategory(fields)
  return inTransaction(db, async (tx) => {
    const before = await savedReply(tx, id)
    const changed = await tx
      .updateTable('saved_replies')
      .set(({ eb }) => ({
        ...fields,
        body: fields.body.trim(),
        changed_at: work.now,
        changed_by: work.who,
        version: eb('version', '+', 1),
      }))
      .where('id', '=', id)
      .where('version', '=', version)
      .returning('id')
      .executeTakeFirst()
    if (!changed) throw edited(await savedReply(tx, id))
    await logWork(tx, work, {
      action: 'saved reply changed',
      subject: `saved reply ${id}`,
      before: factsOf(before),
      after: { ...fields },
    })
  })
}

/** @throws notFound; conflict `edited` with what it is now */
export function removeSavedReply(
  db: Db,
  work: StaffWork,
  { id, version }: { id: number; version: number },
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const before = await savedReply(tx, id)
    const removed = await tx
      .deleteFrom('saved_replies')
      .where('id', '=', id)
      .where('version', '=', version)
      .returning('id')
      .executeTakeFirst()
    if (!removed) throw edited(await savedReply(tx, id))
    await logWork(tx, work, { action: 'saved reply removed', subject: `saved reply ${id}`, before: factsOf(before) })
  })
}

type Saved = Awaited<ReturnType<typeof savedReplies>>[number]

async function savedReply(tx: Db, id: number): Promise<Saved> {
  const row = await tx.selectFrom('saved_replies').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('This saved reply is not there any more')
  return row
}

const factsOf = ({ title, body, category_id }: Saved) => ({ title, body, category_id })

function edited({ title, body, category_id, version, changed_by }: Saved): ApiError {
  return new ApiError(409, `${changed_by} has changed this meanwhile`, {
    code: 'edited',
    errors: { title, body, category_id: String(category_id ?? ''), version: String(version) },
  })
}

function refuseUnknownCategory({ category_id }: Fields): void {
  if (category_id !== null && !categories.some(({ id }) => id === category_id))
    throw invalid({ category_id: 'Please choose a category from the list' })
}
