import { counted } from '#lib/both/text/format.ts'
import type { StaffContext } from '#core/context.ts'
import { logWork } from '#core/staff/staff-log.ts'
import { inTransaction } from '#db/statements/transaction.ts'
import type { InputOf, ReplyOf } from '#lib/both/calls/endpoint.ts'
import { conflict, notFound } from '#lib/both/calls/errors.ts'
import { STAFF_IDLE } from '#lib/both/staff-session.ts'
import {
  addFactor,
  listFactors as factorsOf,
  offerAuthenticator as offer,
  passkeyName,
  readNewAuthenticator,
} from '../../server/factors.ts'
import { newPasskeyOptions, readNewPasskey } from '../../server/passkeys.ts'
import {
  confirmRecoveryCodes as confirmCodes,
  offerRecoveryCodes,
  recoveryCodesLeft,
} from '../../server/recovery-codes.ts'
import { endStaffSessions, forgetStaffDevices } from '../../server/sessions.ts'
import { staffNumbered, takeStaffTurn } from '../../server/staff-accounts.ts'
import { deviceOf } from '#features/profile/profile.rules.ts'
import { meOf } from '../../log-in/server/enter.ts'
import { RECENT_FACTOR } from '../../staff.rules.ts'
import type * as contracts from '../account.contract.ts'

/** What somebody of the staff does with their own log-in. */

const done = (message: string) => ({ status: true, success: true, message })
const whereOf = ({ staff }: StaffContext) => ({ table: 'staff_sessions' as const, id: staff.sessionId })

export async function getMe(ctx: StaffContext): Promise<ReplyOf<typeof contracts.getMe>> {
  const { id: staffId, since } = ctx.staff
  return meOf(ctx, { staffId, token: ctx.staffCookies.read('session') ?? '', since })
}

export async function logOut(ctx: StaffContext): Promise<ReplyOf<typeof contracts.logOutStaff>> {
  const { id: staffId, sessionId: only } = ctx.staff
  await inTransaction(ctx.db, async (tx) => {
    await endStaffSessions(tx, { staffId, only, now: ctx.now() })
    await logWork(tx, ctx.work(), { action: 'logged out', subject: `staff ${staffId}` })
  })
  ctx.staffCookies.drop('session')
  return done('Logged out')
}

export async function listSessions(ctx: StaffContext): Promise<ReplyOf<typeof contracts.listStaffSessions>> {
  const now = ctx.now()
  const rows = await ctx.db
    .selectFrom('staff_sessions')
    .select(['id', 'user_agent', 'address', 'created_at', 'last_seen_at', 'expires_at'])
    .where('staff_id', '=', ctx.staff.id)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .where('last_seen_at', '>', now - STAFF_IDLE)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return {
    data: rows.map(({ user_agent, expires_at: ends_at, ...row }) => ({
      ...row,
      browser: deviceOf(user_agent).name,
      ends_at,
      current: row.id === ctx.staff.sessionId,
    })),
  }
}

/** @throws notFound when it is over already, or somebody else's */
export async function endSession(
  ctx: StaffContext,
  { body }: InputOf<typeof contracts.endStaffSession>,
): Promise<ReplyOf<typeof contracts.endStaffSession>> {
  const { id: staffId, sessionId } = ctx.staff
  const which = body.id === undefined ? { but: sessionId } : { only: body.id }
  const ended = await inTransaction(ctx.db, async (tx) => {
    const count = await endStaffSessions(tx, { staffId, ...which, now: ctx.now() })
    await forgetStaffDevices(tx, staffId, which)
    if (count === 0 && body.id !== undefined) throw notFound('This session is over already')
    await logWork(tx, ctx.work(), { action: 'sessions ended', subject: `staff ${staffId}`, after: { sessions: count } })
    return count
  })
  return { ...done(`${counted(ended, 'session')} ${ended === 1 ? 'has' : 'have'} ended`), ended }
}

export async function listFactors(ctx: StaffContext): Promise<ReplyOf<typeof contracts.listFactors>> {
  return {
    data: await factorsOf(ctx.db, ctx.staff.id),
    recovery_codes_left: await recoveryCodesLeft(ctx.db, ctx.staff.id),
    fresh_until: ctx.staff.factorAt + RECENT_FACTOR,
  }
}

export async function offerAuthenticator(ctx: StaffContext): Promise<ReplyOf<typeof contracts.offerAuthenticator>> {
  return offer(ctx, whereOf(ctx), ctx.staff.name)
}

/** @throws invalid `code` */
export async function addAuthenticator(
  ctx: StaffContext,
  { body }: InputOf<typeof contracts.addAuthenticator>,
): Promise<ReplyOf<typeof contracts.addAuthenticator>> {
  const factor = await readNewAuthenticator(ctx.db, whereOf(ctx), body.code, ctx.now())
  return added(ctx, body.name, factor)
}

export async function offerPasskey(ctx: StaffContext): Promise<ReplyOf<typeof contracts.offerPasskey>> {
  const { country_code, phone, name, id } = await staffNumbered(ctx.db, ctx.staff.id)
  return { options: await newPasskeyOptions(ctx, whereOf(ctx), { id, name, phone: `+${country_code} ${phone}` }) }
}

/** @throws invalid `response`, conflict of one that is known */
export async function addPasskey(
  ctx: StaffContext,
  { body }: InputOf<typeof contracts.addPasskey>,
): Promise<ReplyOf<typeof contracts.addPasskey>> {
  return added(ctx, body.name ?? passkeyName(ctx), await readNewPasskey(ctx, whereOf(ctx), body.response))
}

async function added(ctx: StaffContext, name: string, factor: Parameters<typeof addFactor>[1]['factor']) {
  const { id: staffId } = ctx.staff
  await inTransaction(ctx.db, async (tx) => {
    await addFactor(tx, { staffId, name, factor, now: ctx.now() })
    const act = { action: 'second factor added', subject: `staff ${staffId}`, after: { kind: factor.kind, name } }
    await logWork(tx, ctx.work(), act)
  })
  return done('The second factor has been added')
}

/** @throws notFound */
export async function renameFactor(
  ctx: StaffContext,
  { body: { id, name } }: InputOf<typeof contracts.renameFactor>,
): Promise<ReplyOf<typeof contracts.renameFactor>> {
  const { id: staffId } = ctx.staff
  await inTransaction(ctx.db, async (tx) => {
    const mine = () => tx.selectFrom('staff_factors').where('id', '=', id).where('staff_id', '=', staffId)
    const before = await mine().select(['name', 'kind']).executeTakeFirst()
    if (!before) throw notFound('There is no such second factor')
    await tx.updateTable('staff_factors').set({ name }).where('id', '=', id).execute()
    const act = { action: 'second factor renamed', subject: `staff ${staffId}`, before, after: { name } }
    await logWork(tx, ctx.work(), act)
  })
  return done('Renamed')
}

/** @throws notFound, conflict of the last one */
export async function removeFactor(
  ctx: StaffContext,
  { body }: InputOf<typeof contracts.removeFactor>,
): Promise<ReplyOf<typeof contracts.removeFactor>> {
  const { id: staffId } = ctx.staff
  await inTransaction(ctx.db, async (tx) => {
    await takeStaffTurn(tx, staffId)
    const gone = await tx
      .deleteFrom('staff_factors')
      .where('id', '=', body.id)
      .where('staff_id', '=', staffId)
      .returning(['kind', 'name'])
      .executeTakeFirst()
    if (!gone) throw notFound('There is no such second factor')
    if ((await factorsOf(tx, staffId)).length === 0)
      throw conflict('This is the only second factor. Add another one first.', 'conflict')
    const act = { action: 'second factor removed', subject: `staff ${staffId}`, before: { ...gone } }
    await logWork(tx, ctx.work(), act)
  })
  return done('The second factor has been removed')
}

export async function renewRecoveryCodes(ctx: StaffContext): Promise<ReplyOf<typeof contracts.renewRecoveryCodes>> {
  const { id: staffId } = ctx.staff
  const { codes, batch } = await inTransaction(ctx.db, async (tx) => {
    await takeStaffTurn(tx, staffId)
    const offered = await offerRecoveryCodes(tx, staffId)
    await logWork(tx, ctx.work(), { action: 'recovery codes made', subject: `staff ${staffId}` })
    return offered
  })
  return { recovery_codes: codes, batch }
}

/** @throws conflict where other codes were made since, in another tab */
export async function confirmRecoveryCodes(
  ctx: StaffContext,
  { body }: InputOf<typeof contracts.confirmRecoveryCodes>,
): Promise<ReplyOf<typeof contracts.confirmRecoveryCodes>> {
  const { id: staffId } = ctx.staff
  await inTransaction(ctx.db, async (tx) => {
    await takeStaffTurn(tx, staffId)
    const confirmed = await confirmCodes(tx, staffId, body.batch)
    if (!confirmed)
      throw conflict('Newer codes have been generated. Please save those, or generate new ones.', 'conflict')
    if (confirmed === 'before') return
    await logWork(tx, ctx.work(), { action: 'recovery codes confirmed', subject: `staff ${staffId}` })
  })
  return done('The new recovery codes work now, and the old ones no longer do')
}
