import type { StaffContext } from '#core/context.ts'
import { logWork } from '#core/staff/staff-log.ts'
import type { Db } from '#db/database.ts'
import { inTransaction } from '#db/statements/transaction.ts'
import type { InputOf, ReplyOf } from '#lib/both/calls/endpoint.ts'
import { ApiError, invalid } from '#lib/both/calls/errors.ts'
import { checkFactor, type FactorKindTried } from '../../server/factor-tries.ts'
import { checkAuthenticator } from '../../server/factors.ts'
import { MOST_TRIES } from '../../server/log-ins.ts'
import { checkPasskey, passkeyOptions } from '../../server/passkeys.ts'
import { useRecoveryCode } from '../../server/recovery-codes.ts'
import { endStaffSessions } from '../../server/sessions.ts'
import { RECENT_FACTOR, staffMessages } from '../../staff.rules.ts'
import type * as contracts from '../confirm.contract.ts'

type Confirmed = ReplyOf<typeof contracts.confirmByAuthenticator>

const whereOf = ({ staff }: StaffContext) => ({ table: 'staff_sessions' as const, id: staff.sessionId })

/** @throws ApiError 422 `code` of a wrong or used code, 401 after too many in this session, 429 after too many in all */
export function confirmByAuthenticator(
  ctx: StaffContext,
  { body: { code } }: InputOf<typeof contracts.confirmByAuthenticator>,
): Promise<Confirmed> {
  return confirm(ctx, 'code', 'an authenticator', () => checkAuthenticator(ctx.db, ctx.staff.id, code, ctx.now()))
}

/** @throws ApiError 422 `code` of a wrong or used code, 401 after too many in this session, 429 after too many in all */
export function confirmByRecoveryCode(
  ctx: StaffContext,
  { body: { code } }: InputOf<typeof contracts.confirmByRecoveryCode>,
): Promise<Confirmed> {
  return confirm(ctx, 'code', 'a recovery code', () => useRecoveryCode(ctx.db, ctx.staff.id, code, ctx.now()))
}

export async function askToConfirmByPasskey(
  ctx: StaffContext,
): Promise<ReplyOf<typeof contracts.askToConfirmByPasskey>> {
  return { options: await passkeyOptions(ctx, whereOf(ctx), ctx.staff.id) }
}

/** @throws ApiError 422 `response` of a wrong answer, 401 after too many in this session, 429 after too many in all */
export function confirmByPasskey(
  ctx: StaffContext,
  { body: { response } }: InputOf<typeof contracts.confirmByPasskey>,
): Promise<Confirmed> {
  const check = async () => (await checkPasskey(ctx, whereOf(ctx), ctx.staff.id, response)) !== undefined
  return confirm(ctx, 'response', 'a passkey', check)
}

/**
 * Checks a second factor and notes its time in the session. A try is counted before it is checked, so that tries at the same
 * moment share the limit of a session; the last wrong one ends the session. Limits across sessions and log-ins come first
 * (factor-tries.ts): a request that they refuse uses up no try.
 */
async function confirm(
  ctx: StaffContext,
  field: 'code' | 'response',
  kind: FactorKindTried,
  check: () => Promise<boolean>,
): Promise<Confirmed> {
  const { id: staffId, sessionId } = ctx.staff
  let tries = 0
  const count = async (tx: Db) => void (tries = await countTry(tx, sessionId))
  let refusal = invalid({ [field]: staffMessages.wrongFactor })
  const { name } = ctx.staff
  const tried = { staffId, name, source: `session ${sessionId}`, kind, call: ctx.work().call, count } as const
  const isRight = await checkFactor(ctx, tried, () =>
    check().catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error
      refusal = error
      return false
    }),
  )
  if (!isRight) {
    if (tries < MOST_TRIES) throw refusal
    await endGuessedSession(ctx)
    throw new ApiError(401, staffMessages.overTries)
  }
  const now = ctx.now()
  await inTransaction(ctx.db, async (tx) => {
    await tx
      .updateTable('staff_sessions')
      .set({ factor_at: now, factor_tries: 0 })
      .where('id', '=', sessionId)
      .execute()
    const act = { action: 'second factor confirmed', subject: `staff ${staffId}`, after: { with: kind } }
    await logWork(tx, ctx.work(), act)
  })
  return { status: true, success: true, message: 'Confirmed', recent_until: now + RECENT_FACTOR }
}

/** @returns tries of this session so far, this one included @throws ApiError 401 after too many */
async function countTry(tx: Db, sessionId: number): Promise<number> {
  const counted = await tx
    .updateTable('staff_sessions')
    .set(({ eb }) => ({ factor_tries: eb('factor_tries', '+', 1) }))
    .where('id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .where('factor_tries', '<', MOST_TRIES)
    .returning('factor_tries')
    .executeTakeFirst()
  if (!counted) throw new ApiError(401, staffMessages.overTries)
  return counted.factor_tries
}

async function endGuessedSession(ctx: StaffContext): Promise<void> {
  const { id: staffId, sessionId: only } = ctx.staff
  await inTransaction(ctx.db, async (tx) => {
    const sessions = await endStaffSessions(tx, { staffId, only, now: ctx.now() })
    const act = { action: 'sessions ended', subject: `staff ${staffId}`, after: { sessions } }
    await logWork(tx, ctx.work('Too many wrong second factors'), act)
  })
  ctx.staffCookies.drop('session')
}
