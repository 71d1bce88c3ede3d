import type { Context, EnteringContext } from '#core/context.ts'
import { callName } from '#core/calls/call-limits.ts'
import { logWork } from '#core/staff/staff-log.ts'
import type { Db } from '#db/database.ts'
import { inTransaction } from '#db/statements/transaction.ts'
import type { Endpoint, InputOf, ReplyOf } from '#lib/both/calls/endpoint.ts'
import { ApiError, invalid } from '#lib/both/calls/errors.ts'
import { STAFF_SESSION } from '#lib/both/staff-session.ts'
import { newName, rememberDevice } from '#features/auth/server/ways/known-devices.ts'
import {
  addFactor,
  checkAuthenticator,
  offerAuthenticator,
  passkeyName,
  readNewAuthenticator,
  refuseSecond,
  type NewFactor,
} from '../../server/factors.ts'
import { checkFactor, type FactorKindTried } from '../../server/factor-tries.ts'
import { countTry, endLogIn } from '../../server/log-ins.ts'
import { checkPasskey, newPasskeyOptions, passkeyOptions, readNewPasskey } from '../../server/passkeys.ts'
import { recoveryCodesLeft, useRecoveryCode } from '../../server/recovery-codes.ts'
import { createStaffSession, csrfOf, endReplacedSession } from '../../server/sessions.ts'
import { staffNumbered } from '../../server/staff-accounts.ts'
import { AUTHENTICATOR_NAME, staffMessages } from '../../staff.rules.ts'
import type { Me } from '../log-in.contract.ts'
import * as contracts from '../log-in.contract.ts'

/** The second half of a log-in: the second factor, or setting up the first one there is. */

type Reply = ReplyOf<typeof contracts.enterByAuthenticator>

const whereOf = ({ entering }: EnteringContext) => ({ table: 'staff_log_ins' as const, id: entering.logInId })

/** @throws ApiError 422 `code` of a wrong or used code, 401 after too many in this log-in, 429 after too many in all */
export async function enterByAuthenticator(
  ctx: EnteringContext,
  { body }: InputOf<typeof contracts.enterByAuthenticator>,
): Promise<Reply> {
  const of = { endpoint: contracts.enterByAuthenticator, kind: 'an authenticator', field: 'code' } as const
  await check(ctx, of, () => checkAuthenticator(ctx.db, ctx.entering.staffId, body.code, ctx.now()))
  return enter(ctx, of.endpoint, of.kind)
}

/** @throws ApiError 422 `code` of a wrong or used code, 401 after too many in this log-in, 429 after too many in all */
export async function enterByRecoveryCode(
  ctx: EnteringContext,
  { body }: InputOf<typeof contracts.enterByRecoveryCode>,
): Promise<Reply> {
  const of = { endpoint: contracts.enterByRecoveryCode, kind: 'a recovery code', field: 'code' } as const
  await check(ctx, of, () => useRecoveryCode(ctx.db, ctx.entering.staffId, body.code, ctx.now()))
  return enter(ctx, of.endpoint, of.kind)
}

export async function askPasskey(ctx: EnteringContext): Promise<ReplyOf<typeof contracts.askPasskey>> {
  return { options: await passkeyOptions(ctx, whereOf(ctx), ctx.entering.staffId) }
}

/** @throws ApiError 422 `response` of one that is not right, 401 after too many in this log-in, 429 after too many in all */
export async function enterByPasskey(
  ctx: EnteringContext,
  { body }: InputOf<typeof contracts.enterByPasskey>,
): Promise<Reply> {
  const of = { endpoint: contracts.enterByPasskey, kind: 'a passkey', field: 'response' } as const
  await check(
    ctx,
    of,
    async () => (await checkPasskey(ctx, whereOf(ctx), ctx.entering.staffId, body.response)) !== undefined,
  )
  return enter(ctx, of.endpoint, of.kind)
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
  await countFactor(ctx.db, ctx)
  await refuseSecond(ctx.db, ctx.entering.staffId)
  const factor = await readNewAuthenticator(ctx.db, whereOf(ctx), body.code, ctx.now())
  return enter(ctx, contracts.enterBySetUpAuthenticator, 'a new authenticator', { name: AUTHENTICATOR_NAME, factor })
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
  await countFactor(ctx.db, ctx)
  await refuseSecond(ctx.db, ctx.entering.staffId)
  const factor = await readNewPasskey(ctx, whereOf(ctx), body.response)
  return enter(ctx, contracts.enterBySetUpPasskey, 'a new passkey', {
    name: body.name ?? passkeyName(ctx),
    factor,
  })
}

/** Counts a second factor in this log-in before it is checked. @throws ApiError 401 after too many */
async function countFactor(db: Db, { entering, now }: EnteringContext): Promise<void> {
  if (!(await countTry(db, { id: entering.logInId, now: now() }))) throw new ApiError(401, staffMessages.overTries)
}

/** @throws invalid `field` of a wrong second factor, ApiError 401 and 429 after too many */
async function check(
  ctx: EnteringContext,
  { endpoint, kind, field }: { endpoint: Endpoint; kind: FactorKindTried; field: string },
  isRight: () => Promise<boolean>,
): Promise<void> {
  const { staffId, name, logInId } = ctx.entering
  const count = (tx: Db) => countFactor(tx, ctx)
  const tried = { staffId, name, source: `log-in ${logInId}`, kind, call: callName(endpoint), count } as const
  if (!(await checkFactor(ctx, tried, isRight))) throw invalid({ [field]: staffMessages.wrongFactor })
}

/** Turns a log-in into a session. */
async function enter(
  ctx: EnteringContext,
  endpoint: Endpoint,
  by: string,
  added?: { name: string; factor: NewFactor },
): Promise<Reply> {
  const { entering, userAgent, address, requestId } = ctx
  const { staffId, userId } = entering
  const now = ctx.now()
  const device = await newName(ctx)
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
    const replaced = await endReplacedSession(tx, { token: ctx.staffCookies.read('session'), now })
    const deviceId = await rememberDevice(tx, device, userId, now)
    const session = await createStaffSession(tx, { staffId, deviceId, userAgent, address, now })
    const work = { staffId, who: entering.name, address, call: callName(endpoint), requestId, reason: '', now }
    const after = { with: by, ...(replaced !== undefined && { ended_session_of: `staff ${replaced}` }) }
    await logWork(tx, work, { action: 'logged in', subject: `staff ${staffId}`, after })
    return { token: session.token, codes: recovery }
  })
  ctx.staffCookies.keep('session', token)
  ctx.device.keep(device.cookie)
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
