import type { StaffContext } from '#core/context.ts'
import { createOnce } from '#core/calls/create-once.ts'
import { reachableNumber } from '#features/auth/server/codes/phone.ts'
import type { InputOf, ReplyOf } from '#lib/both/calls/endpoint.ts'
import type * as contracts from '../team.contract.ts'
import { addStaff, changeStaff, endStaff, resetStaff, returnStaff, unlockStaff } from '../../server/change-staff.ts'
import { listStaff } from '../../server/staff-accounts.ts'

const done = (message: string) => ({ status: true, success: true, message })

export async function listTeam({ db }: StaffContext): Promise<ReplyOf<typeof contracts.listTeam>> {
  return { data: await listStaff(db) }
}

/** @throws invalid of a phone that cannot be, conflict of one that is of the staff */
export function addMember(
  ctx: StaffContext,
  { body }: InputOf<typeof contracts.addMember>,
): Promise<ReplyOf<typeof contracts.addMember>> {
  const { name, roles, country_code: countryCode, reason } = body
  const phone = reachableNumber(ctx, countryCode, body.mobile)
  return createOnce(ctx, async (tx) => {
    const id = await addStaff(tx, ctx.work(reason), { name, countryCode, phone, roles })
    return { ...done(`${name} can log in now with this phone`), id }
  })
}

export async function changeMember(
  ctx: StaffContext,
  { body: { reason, ...change } }: InputOf<typeof contracts.changeMember>,
): Promise<ReplyOf<typeof contracts.changeMember>> {
  await changeStaff(ctx.db, ctx.work(reason), change)
  return done('Changed')
}

export async function endMember(
  ctx: StaffContext,
  { body: { id, reason } }: InputOf<typeof contracts.endMember>,
): Promise<ReplyOf<typeof contracts.endMember>> {
  await endStaff(ctx.db, ctx.work(reason), id)
  return done('They can no longer log in')
}

export async function returnMember(
  ctx: StaffContext,
  { body: { id, reason } }: InputOf<typeof contracts.returnMember>,
): Promise<ReplyOf<typeof contracts.returnMember>> {
  await returnStaff(ctx.db, ctx.work(reason), id)
  return done('They can log in again')
}

export async function resetMember(
  ctx: StaffContext,
  { body: { id, reason } }: InputOf<typeof contracts.resetMember>,
): Promise<ReplyOf<typeof contracts.resetMember>> {
  await resetStaff(ctx.db, ctx.work(reason), id)
  return done('Their next log-in sets up a second factor')
}

export async function unlockMember(
  ctx: StaffContext,
  { body: { id, reason } }: InputOf<typeof contracts.unlockMember>,
): Promise<ReplyOf<typeof contracts.unlockMember>> {
  await unlockStaff(ctx.db, ctx.work(reason), id)
  return done('Unlocked. A limit on their network can last up to 24 hours')
}
