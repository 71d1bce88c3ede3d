import type { Context, EnteringContext } from '#core/context.ts'
import { callName } from '#core/calls/call-limits.ts'
import { logWork } from '#core/staff/staff-log.ts'
import type { Db } from '#db/database.ts'
import { inTransaction } from '#db/statements/transaction.ts'
import type { Endpoint, InputOf, ReplyOf } from '#lib/both/calls/endpoint.ts'
import { ApiError, conflict, invalid } from '#lib/both/calls/errors.ts'
import { STAFF_SESSION } from '#lib/both/staff-session.ts'
import { checkAuthenticator, listFactors, offerAuthenticator, readNewAuthenticator } from '../../server/factors.ts'
import { addFactor, type NewFactor } from '../../server/factors.ts'
import { countTry, endLogIn } from '../../server/log-ins.ts'
import { checkPasskey, newPasskeyOptions, passkeyOptions, readNewPasskey } from '../../server/passkeys.ts'
import { recoveryCodesLeft, useRecoveryCode } from '../../server/recovery-codes.ts'
import { createStaffSession, csrfOf } from '../../server/sessions.ts'
import { staffNumbered } from '../../server/staff-accounts.ts'
import { staffMessages } from '../../staff.rules.ts'
import type { Me } from '../log-in.contract.ts'
import * as contracts from '../log-in.contract.ts'

/** The second half of a log-in: the second factor, or setting up the first one there is. */

type Reply = ReplyOf<typeof contracts.enterByAuthenticator>

const whereOf = ({ entering }: EnteringContext) => ({ table: 'staff_log_ins' as const, id: entering.logInId })

/** @throws ApiError 422 `code` of a wrong or used code, 401 after too many */
export async function enterByAuthenticator(
  ctx: EnteringContext,
  { body }: InputOf<typeof contracts.enterByAuthenticator>,
): Promise<Reply> {
  await countFactor(ctx)
  if (!(await checkAuthenticator(ctx.db, ctx.entering.staffId, body.code, ctx.now()))) throw wrong('code')
  return enter(ctx, contracts.enterByAuthenticator, 'an authenticator')
}

/** @throws ApiError 422 `code` of a wrong or used code, 401 after too many */
export async function enterByRecoveryCode(
  ctx: EnteringContext,
  { body }: InputOf<typeof contracts.enterByRecoveryCode>,
): Promise<Reply> {
  await countFactor(ctx)
  if (!(await useRecoveryCode(ctx.db, ctx.entering.staffId, body.code, ctx.now()))) throw wrong('code')
  return enter(ctx, contracts.enterByRecoveryCode, 'a recovery code')
}

export async function askPasskey(ctx: EnteringContext): Promise<ReplyOf<typeof contracts.askPasskey>> {
  return { options: await passkeyOptions(ctx, whereOf(ctx), ctx.entering.staffId) }
}

/** @throws ApiError 422 `response` of one that is not right, 401 after too many */
export async function enterByPasskey(
  ctx: EnteringContext,
  { body }: InputOf<typeof contracts.enterByPasskey>,
): Promise<Reply> {
  await countFactor(ctx)
  if ((await checkPasskey(ctx, whereOf(ctx), ctx.entering.staffId, body.response)) === undefined)
    throw wrong('response')
  return enter(ctx, contracts.enterByPasskey, 'a passkey')
}

/** @throws conflict when there is a second factor already */
export async function setUpAuthenticator(ctx: EnteringContext): Promise<ReplyOf<typeof contracts.setUpAuthenticator>> {
  await refuseSecond(ctx.db, ctx.entering.staffId)
  return offerAuthenticator(ctx, whereOf(ctx), ctx.entering.name)
}

/** @throws conflict when there is a second factor already, invalid `code` */
export async function enterBySetUpAuthenticator(
  ctx: EnteringContext,
  { body }: InputOf<typeof contracts.enterBySetUpAuthenticator>,
): Promise<Reply> {
  await countFactor(ctx)
  await refuseSecond(ctx.db, ctx.entering.staffId)
  const factor = await readNewAuthenticator(ctx.db, whereOf(ctx), body.code, ctx.now())
  return enter(ctx, contracts.enterBySetUpAuthenticator, 'a new authenticator', { name: 'Authenticator app', factor })
}

/** @throws conflict when there is a second factor already */
export async function setUpPasskey(ctx: EnteringContext): Promise<ReplyOf<typeof contracts.setUpPasskey>> {
  await refuseSecond(ctx.db, ctx.entering.staffId)
  const { country_code, phone, name, id } = await staffNumbered(ctx.db, ctx.entering.staffId)
  return { options: await newPasskeyOptions(ctx, whereOf(ctx), { id, name, phone: `+${country_code} ${phone}` }) }
}

/** @throws conflict when there is a second factor already, invalid `response` */
export async function enterBySetUpPasskey(
  ctx: EnteringContext,
  { body }: InputOf<typeof contracts.enterBySetUpPasskey>,
): Promise<Reply> {
  await countFactor(ctx)
  await refuseSecond(ctx.db, ctx.entering.staffId)
  const factor = await readNewPasskey(ctx, whereOf(ctx), body.response)
  return enter(ctx, contracts.enterBySetUpPasskey, 'a new passkey', { name: body.name, factor })
}

/** Counts a guess before it is looked at. @throws ApiError 401 after too many */
async function countFactor(ctx: EnteringContext): Promise<void> {
  if (!(await countTry(ctx.db, { token: ctx.staffCookies.read('entry'), now: ctx.now() })))
    throw new ApiError(401, staffMessages.overTries)
}

/** Only who has none sets one up by the phone alone. */
async function refuseSecond(db: Db, staffId: number): Promise<void> {
  if ((await listFactors(db, staffId)).length > 0) throw conflict('There is a second factor already', 'conflict')
}

const wrong = (field: string) => invalid({ [field]: staffMessages.wrongFactor })

/** Turns a log-in into a session. */
async function enter(
  ctx: EnteringContext,
  endpoint: Endpoint,
  by: string,
  added?: { name: string; factor: NewFactor },
): Promise<Reply> {
  const { entering, userAgent, address, requestId } = ctx
  const { staffId } = entering
  const now = ctx.now()
  const { token, codes } = await inTransaction(ctx.db, async (tx) => {
    // First, so that of two who set up the first factor at the same moment the second waits here.
    const here = await tx
      .updateTable('staff')
      .set({ last_logged_on: now })
      .where('id', '=', staffId)
      .where('left_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!here || !(await endLogIn(tx, entering.logInId))) throw new ApiError(401, staffMessages.overTries)
    if (added) await refuseSecond(tx, staffId)
    const recovery = added ? await addFactor(tx, { staffId, now, ...added }) : []
    const session = await createStaffSession(tx, { staffId, userAgent, address, now })
    const work = { staffId, who: entering.name, address, call: callName(endpoint), requestId, reason: '', now }
    await logWork(tx, work, { action: 'logged in', subject: `staff ${staffId}`, after: { with: by } })
    return { token: session.token, codes: recovery }
  })
  ctx.staffCookies.keep('session', token)
  ctx.log.info({ req: requestId, staff: staffId, from: address }, 'staff logged in')
  return { ...(await meOf(ctx, { staffId, token, since: now })), recovery_codes: codes }
}

/** What a browser knows of the session it has. */
export async function meOf(
  { db }: Pick<Context, 'db'>,
  { staffId, token, since }: { staffId: number; token: string; since: number },
): Promise<Me> {
  const { id, name, country_code, phone, roles } = await staffNumbered(db, staffId)
  return {
    id,
    name,
    phone: `+${country_code}${phone}`,
    roles,
    csrf: csrfOf(token),
    ends_at: since + STAFF_SESSION,
    recovery_codes_left: await recoveryCodesLeft(db, staffId),
  }
}
