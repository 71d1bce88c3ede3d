import type { Selectable } from 'kysely'
import type { Db } from '#db/database.ts'
import { ApiError, notFound } from '#lib/both/calls/errors.ts'
import type { Facts } from '#core/staff/staff-log.ts'
import type { AnnouncementsTable } from '../../notifications.tables.ts'
import { noLonger } from './announcement-words.ts'

export type AnnouncementRow = Selectable<AnnouncementsTable>

/** @throws notFound */
export async function announcementNumbered(db: Db, id: number): Promise<AnnouncementRow> {
  const row = await db.selectFrom('announcements').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('There is no such notification')
  return row
}

/** The learners of a list, or the one. */
export async function learnersOf(db: Db, id: number): Promise<number[]> {
  const rows = await db
    .selectFrom('announcement_learners')
    .innerJoin('users', 'users.id', 'announcement_learners.user_id')
    .select('user_id')
    .where('announcement_id', '=', id)
    .where('users.deleted_at', 'is', null)
    .orderBy('user_id')
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/**
 * Takes what is scheduled, so that nobody else changes or sends it before the transaction ends.
 * @param version the one that somebody has read
 * @returns it as it was
 * @throws notFound; conflict when it is scheduled no more, `edited` with what it is now
 */
export async function takeScheduled(
  tx: Db,
  id: number,
  version: number,
  state: 'scheduled' | 'cancelled' = 'scheduled',
) {
  const taken = await tx
    .updateTable('announcements')
    .set(({ eb }) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where('version', '=', version)
    .where('state', '=', state)
    .returningAll()
    .executeTakeFirst()
  if (taken) return taken
  const now = await announcementNumbered(tx, id)
  throw now.state === state ? edited(now) : noLonger(now.state)
}

function edited(row: AnnouncementRow): ApiError {
  const { title, message, audience, image, click_action, target_id, course_id, send_at, version, changed_by } = row
  const now = {
    ...{ title, message, audience, image, action: click_action, target: target_id, course_id, send_at },
    ...{ version, changed_by },
  }
  const told = Object.entries(now).map(([name, value]) => [name, String(value ?? '')])
  return new ApiError(409, `${row.changed_by} has changed this meanwhile`, {
    code: 'edited',
    errors: Object.fromEntries(told) as Record<string, string>,
  })
}

/** What the log keeps of it. */
export function factsOf(row: AnnouncementRow, learners?: number): Facts {
  const { title, message, audience, course_id, image, click_action, target_id, send_at } = row
  return {
    ...{ title, message, to: audience, course_id, image, action: click_action, target: target_id, send_at },
    ...(learners !== undefined && { learners }),
  }
}
