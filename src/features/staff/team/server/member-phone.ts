import type { StaffContext } from '#core/context.ts'
import { logWork, type StaffWork } from '#core/staff/staff-log.ts'
import type { Db } from '#db/database.ts'
import { inTransaction } from '#db/statements/transaction.ts'
import {
  checkNewPhoneCode,
  formatPhone,
  removeCodes,
  sendNewPhoneCode,
  type NewPhone,
} from '#features/auth/server/codes/new-phone-code.ts'
import { reachableNumber } from '#features/auth/server/codes/phone.ts'
import { userOfStaff } from '#features/auth/staff/server/mentor-of-staff.ts'
import type { InputOf, ReplyOf } from '#lib/both/calls/endpoint.ts'
import { conflict } from '#lib/both/calls/errors.ts'
import { endStaffSessions, forgetStaffDevices } from '../../server/sessions.ts'
import { staffByPhone, staffNumbered, takeStaffTurn } from '../../server/staff-accounts.ts'
import type * as contracts from '../team.contract.ts'

/** New phone of a member of the staff, proved with a code that is sent to it. */

/**
 * Sends a code to the new phone, which the member reads out to the owner.
 * @throws as `memberFor`; invalid of a phone that cannot be; 429 over the limits of codes; 502 when the provider does not take it
 */
export async function sendMemberPhoneCode(
  ctx: StaffContext,
  { body }: InputOf<typeof contracts.sendMemberPhoneCode>,
): Promise<ReplyOf<typeof contracts.sendMemberPhoneCode>> {
  const to = newPhoneOf(ctx, body)
  await sendNewPhoneCode(ctx, to, async (tx) => {
    const member = await memberFor(tx, body.id, to)
    const user = await userOfStaff(tx, member, ctx.now())
    return { userId: user.id, act: { subject: `staff ${member.id}` } }
  })
  return { status: true, success: true, message: `A code was sent to ${formatPhone(to)}`, phone: formatPhone(to) }
}

/**
 * Changes the phone of a member. All sessions, half-finished log-ins, log-in codes and known devices of the member end, except
 * the session of an owner who changes the own phone. Second factors stay.
 * @throws as `memberFor`; invalid naming `otp`; 429 after many wrong codes
 */
export async function changeMemberPhone(
  ctx: StaffContext,
  { body }: InputOf<typeof contracts.changeMemberPhone>,
): Promise<ReplyOf<typeof contracts.changeMemberPhone>> {
  const { id, otp, proof, reason } = body
  const to = newPhoneOf(ctx, body)
  const { id: userId } = await userOfStaff(ctx.db, await memberFor(ctx.db, id, to), ctx.now())
  const prove = await checkNewPhoneCode(ctx, { userId, to, otp })
  const but = id === ctx.staff.id ? ctx.staff.sessionId : undefined
  const ended = await setMemberPhone(ctx.db, ctx.work(reason), { id, to, proof, but }, prove)
  return { status: true, success: true, message: `The phone is ${formatPhone(to)} now`, ended }
}

interface MemberMove {
  id: number
  to: NewPhone
  /** Which proof of identity was seen. */
  proof: string
  /** The session that stays. */
  but?: number | undefined
}

/**
 * Gives a member a phone whose owner the caller has checked.
 * @param prove is run first in the transaction
 * @returns how many sessions have ended
 * @throws as `memberFor`
 */
export async function setMemberPhone(
  db: Db,
  work: StaffWork,
  { id, to, proof, but }: MemberMove,
  prove?: (tx: Db) => Promise<void>,
): Promise<number> {
  const { id: userId } = await userOfStaff(db, await memberFor(db, id, to), work.now)
  const sessionsKept = but === undefined ? {} : { but }
  return inTransaction(db, async (tx) => {
    await prove?.(tx)
    await removeCodes(tx, userId)
    await takeStaffTurn(tx, id)
    const before = await memberFor(tx, id, to)
    await holdPhone(tx, to, work.now)
    await tx
      .updateTable('staff')
      .set(({ eb }) => ({ country_code: to.countryCode, phone: to.phone, version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .execute()
    await tx.deleteFrom('staff_log_ins').where('staff_id', '=', id).execute()
    const sessions = await endStaffSessions(tx, { staffId: id, ...sessionsKept, now: work.now })
    await forgetStaffDevices(tx, id, sessionsKept)
    await logWork(tx, work, {
      action: 'staff phone changed',
      subject: `staff ${id}`,
      before: { phone: formatPhone({ countryCode: before.country_code, phone: before.phone }) },
      after: { phone: formatPhone(to), proof, sessions_ended: sessions },
    })
    return sessions
  })
}

const newPhoneOf = (ctx: StaffContext, body: { country_code: string; mobile: string }): NewPhone => ({
  countryCode: body.country_code,
  phone: reachableNumber(ctx, body.country_code, body.mobile),
})

/**
 * Finds the member whose phone is to be changed. A learner may have the new phone: learners and staff have separate accounts.
 * @throws notFound; conflict of a member who has left or has this phone; `phone_taken` of another member's phone
 */
async function memberFor(db: Db, id: number, to: NewPhone) {
  const member = await staffNumbered(db, id)
  if (member.left_at !== null) throw conflict('They have left already', 'conflict')
  const other = await staffByPhone(db, to)
  if (other?.id === id) throw conflict('The member has this phone already', 'conflict')
  if (other) throw phoneTaken(to)
  return member
}

/** Makes other requests that give this phone to a member wait, or is refused because one of them was first. */
async function holdPhone(tx: Db, to: NewPhone, now: number): Promise<void> {
  const held = await tx
    .insertInto('staff')
    .values({ name: '', country_code: to.countryCode, phone: to.phone, roles: '[]', created_at: now, left_at: now })
    .onConflict((of) => of.columns(['country_code', 'phone']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!held) throw phoneTaken(to)
  await tx.deleteFrom('staff').where('id', '=', held.id).execute()
}

const phoneTaken = (to: NewPhone) =>
  conflict(
    `A current or former member of the staff already uses ${formatPhone(to)}. Nothing was changed.`,
    'phone_taken',
  )
