import { staffCookieNames } from '#core/staff/staff-cookies.ts'
import type { Db } from '#db/database.ts'
import { userOfStaff } from '#features/auth/staff/server/mentor-of-staff.ts'
import { LOG_IN_LIFE } from '#features/staff/server/log-ins.ts'
import { createStaffSession, csrfOf, hashOfToken, newStaffToken } from '#features/staff/server/sessions.ts'
import type { StaffRole } from '#lib/both/staff-roles.ts'
import type { StaffCaller } from '../api/calls.ts'

/** Stores somebody of the staff who has not logged in yet. @returns the number */
export async function addMember(
  db: Db,
  { name, phone, roles, now }: { name: string; phone: string; roles: readonly StaffRole[]; now: number },
): Promise<number> {
  const { id } = await db
    .insertInto('staff')
    .values({ name, country_code: '91', phone, roles: JSON.stringify(roles), created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A session of somebody of the staff, as their browser has it. */
export async function loggedIn(db: Db, staffId: number, now: number): Promise<StaffCaller & { token: string }> {
  const { token } = await createStaffSession(db, { staffId, userAgent: 'test', address: '127.0.0.1', now })
  return { token, cookie: `${staffCookieNames.session}=${token}`, csrf: csrfOf(token) }
}

/**
 * Browser of a member whose phone is proved and who has not given the second factor yet.
 * @param confirmed with a code of 8 digits
 */
export async function entering(
  db: Db,
  { id, phone, name = 'Member' }: { id: number; phone: string; name?: string },
  now: number,
  confirmed = true,
): Promise<StaffCaller> {
  const token = newStaffToken()
  const times = { sent_at: now, expires_at: now + LOG_IN_LIFE, proved_at: now, confirmed_at: confirmed ? now : null }
  await db
    .insertInto('staff_log_ins')
    .values({
      token_hash: hashOfToken(token),
      staff_id: id,
      phone: `+91${phone}`,
      user_id: (await userOfStaff(db, { id, name }, now)).id,
      code_hash: '',
      address: '127.0.0.1',
      ...times,
    })
    .execute()
  return { cookie: `${staffCookieNames.entry}=${token}`, csrf: '' }
}
