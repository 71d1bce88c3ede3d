import type { Transaction } from 'kysely'
import type { Context, Entering } from '#core/context.ts'
import type { Database, Db } from '#db/database.ts'
import type { Asker } from '#features/auth/server/ways/count-codes.ts'
import { userOfStaff } from '#features/auth/staff/server/mentor-of-staff.ts'
import { unknownPhone } from '#features/auth/server/codes/unknown-phones.ts'
import { ApiError } from '#lib/both/calls/errors.ts'
import { HOUR, MINUTE } from '#lib/both/time/clock.ts'
import { hashOfToken, newStaffToken } from './sessions.ts'
import { readRoles } from './staff-accounts.ts'
import { staffMessages } from '../staff.rules.ts'

/** A log-in of staff from its first code to its second factor. It belongs to the browser that asked for it. */

/** Time for the code, and again for what follows each code that was right. */
export const LOG_IN_LIFE = 10 * MINUTE

/** Second factors tried in one log-in. */
export const MOST_TRIES = 5

export interface StaffPhone {
  countryCode: string
  /** National digits. */
  phone: string
}

/** The member who logs in with a phone; undefined of any other phone, also of members who have left. */
export function memberAt(db: Db, { countryCode, phone }: StaffPhone) {
  return db
    .selectFrom('staff')
    .select(['id', 'name'])
    .where('country_code', '=', countryCode)
    .where('phone', '=', phone)
    .where('left_at', 'is', null)
    .executeTakeFirst()
}

/**
 * The row of `users` that codes of a phone count for. A phone without a staff account gets codes within the same limits, which
 * are never sent, so that its browser sees the same answers.
 */
export async function codeOwner(
  tx: Db,
  at: StaffPhone,
  member: Awaited<ReturnType<typeof memberAt>>,
  now: number,
): Promise<number> {
  return member ? (await userOfStaff(tx, member, now)).id : unknownPhone(tx, at, now)
}

interface NewLogIn {
  at: StaffPhone
  staffId: number | undefined
  userId: number
  way: Asker['way']
  address: string
  now: number
}

/**
 * Begins a log-in. That of a phone of nobody is kept as well and never succeeds.
 * @returns its id, and the token that the browser keeps
 */
export async function beginLogIn(
  tx: Transaction<Database>,
  { at: { countryCode, phone }, staffId, userId, way, address, now }: NewLogIn,
): Promise<{ id: number; token: string }> {
  await tx
    .deleteFrom('staff_log_ins')
    .where('sent_at', '<=', now - HOUR)
    .execute()
  const token = newStaffToken()
  const { id } = await tx
    .insertInto('staff_log_ins')
    .values({
      token_hash: hashOfToken(token),
      staff_id: staffId ?? null,
      user_id: userId,
      way,
      phone: `+${countryCode}${phone}`,
      code_hash: '',
      address,
      sent_at: now,
      expires_at: now + LOG_IN_LIFE,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, token }
}

/** The log-in of a browser whose phone is not proved yet; undefined where there is none. */
export async function logInToProve(db: Db, { token, now }: { token: string; now: number }) {
  const row = await db
    .selectFrom('staff_log_ins')
    .select(['id', 'staff_id', 'user_id', 'way'])
    .where('token_hash', '=', hashOfToken(token))
    .where('expires_at', '>', now)
    .where('proved_at', 'is', null)
    .executeTakeFirst()
  return row && { ...row, way: row.way as Asker['way'] }
}

/** Marks the phone of a log-in as proved by its first code, of 4 digits or 8. @returns false where it was proved already */
export async function markProved(tx: Db, id: number, now: number): Promise<boolean> {
  const proved = await tx
    .updateTable('staff_log_ins')
    .set({ proved_at: now, expires_at: now + LOG_IN_LIFE })
    .where('id', '=', id)
    .where('proved_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return proved !== undefined
}

/** Marks the phone of a log-in as confirmed by its second code, of 8 digits. */
export async function markConfirmed(tx: Db, id: number, now: number): Promise<void> {
  await tx
    .updateTable('staff_log_ins')
    .set({ confirmed_at: now, expires_at: now + LOG_IN_LIFE })
    .where('id', '=', id)
    .execute()
}

/**
 * Counts a second factor before it is checked, so that requests at the same moment share the same few tries.
 * @returns false where there is no log-in, or too many were tried in it
 */
export async function countTry(db: Db, { id, now }: { id: number; now: number }): Promise<boolean> {
  const counted = await db
    .updateTable('staff_log_ins')
    .set(({ eb }) => ({ tries: eb('tries', '+', 1) }))
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .where('tries', '<', MOST_TRIES)
    .returning('id')
    .executeTakeFirst()
  return counted !== undefined
}

export async function endLogIn(tx: Db, id: number): Promise<boolean> {
  const ended = await tx.deleteFrom('staff_log_ins').where('id', '=', id).returning('id').executeTakeFirst()
  return ended !== undefined
}

/**
 * Whose log-in is under way in this browser, with the phone proved.
 * @throws ApiError 401 where the cookie is missing, there is no such log-in, or it took too long
 */
export async function authenticateEntering(ctx: Pick<Context, 'db' | 'now' | 'staffCookies'>): Promise<Entering> {
  const token = ctx.staffCookies.read('entry')
  if (!token) throw new ApiError(401, staffMessages.noCookie)
  const row = await ctx.db
    .selectFrom('staff_log_ins as entry')
    .innerJoin('staff', 'staff.id', 'entry.staff_id')
    .select(['entry.id', 'entry.staff_id', 'entry.user_id', 'entry.confirmed_at', 'staff.name', 'staff.roles'])
    .where('entry.token_hash', '=', hashOfToken(token))
    .where('entry.proved_at', 'is not', null)
    .where('entry.user_id', 'is not', null)
    .where('entry.expires_at', '>', ctx.now())
    .where('staff.left_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw new ApiError(401, 'This took too long. Please begin again.')
  const { id: logInId, staff_id, user_id, confirmed_at, name, roles } = row
  const isConfirmed = confirmed_at !== null
  return { logInId, staffId: staff_id!, userId: user_id!, isConfirmed, name, roles: readRoles(roles) }
}
