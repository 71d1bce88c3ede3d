import type { Db, Engine } from '#db/database.ts'

/** Members of the staff who answer tickets now, by name. */
export function supporters(db: Db) {
  return answering(db).orderBy('name').orderBy('id').execute()
}

const answering = (db: Db) =>
  db
    .selectFrom('staff')
    .select(['id', 'name'])
    .where('left_at', 'is', null)
    .where(({ or, eb }) => or([eb('roles', 'like', '%"owner"%'), eb('roles', 'like', '%"support"%')]))

/**
 * Finds a member who answers tickets and keeps the row from being changed until the transaction ends: a member who is removed at
 * the same moment would otherwise keep the ticket.
 * @returns undefined of a member who answers no tickets
 */
export function lockSupporter(tx: Db, engine: Engine, id: number) {
  const member = answering(tx).where('id', '=', id)
  return (engine === 'postgres' ? member.forShare() : member).executeTakeFirst()
}

/** Unassigns all tickets of a member. @returns how many there were */
export async function unassignTickets(tx: Db, staffId: number): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('tickets')
    .set({ assignee_id: null })
    .where('assignee_id', '=', staffId)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
