import type { Context } from '#core/context.ts'
import { logWork, type StaffWork } from '#core/staff/staff-log.ts'
import type { Db } from '#db/database.ts'
import { inTransaction } from '#db/statements/transaction.ts'
import { networksOf } from '#features/auth/server/address.ts'
import { codeLimits } from '#features/auth/server/codes/code-limits.ts'
import { tooMany } from '#lib/both/calls/errors.ts'
import { inLargeUnits, waitFor, watched, type Limit } from '#lib/both/calls/limits.ts'
import { DAY, SECOND } from '#lib/both/time/clock.ts'
import { takeStaffTurn } from './staff-accounts.ts'
import { MAX_AUDITED_FAILURES } from '../staff.rules.ts'

/** Failed second factors: limits across log-ins on those that can be guessed, and the log of all of them. */

/** docs/decisions/0086-staff-log-in-limits.md has the reasons and the odds. */
export const factorLimits = {
  /** Wrong codes of authenticators of one member, from anywhere. */
  member: codeLimits.guesses.known,
  /**
   * Wrong codes of authenticators from one IPv4 address or one /48, of all members. Requests for several members at the same
   * moment may exceed this limit by their number.
   */
  network: [{ count: 50, span: DAY }],
} as const satisfies Record<string, readonly Limit[]>

/** Time for which failures are kept: the longest that a limit looks back. */
const KEPT = Math.max(...[...factorLimits.member, ...factorLimits.network].map(({ span }) => span))

export type FactorKindTried = 'an authenticator' | 'a passkey' | 'a recovery code'

interface Tried {
  staffId: number
  name: string
  /** `log-in 12` or `session 34`. */
  source: `log-in ${number}` | `session ${number}`
  /** As the audit log names it. */
  kind: FactorKindTried
  call: string
  /**
   * Counts the try in its log-in or session. Runs in a transaction after the limits, so that a refused request does not use up a
   * try. Throws where there is no try left.
   */
  count: (tx: Db) => Promise<void>
}

/**
 * Checks a second factor. A code of an authenticator counts as failed before it is checked, so that requests at the same
 * moment share the limits; a right factor takes back the failures of its own log-in or session. Passkeys and recovery codes
 * cannot be guessed: no limit counts or refuses them. All failures are logged, the first ones of a day in the audit log as well.
 * @param isRight checks the factor
 * @throws ApiError 429 over the limits, and what `count` and `isRight` throw
 */
export async function checkFactor(ctx: Context, tried: Tried, isRight: () => Promise<boolean>): Promise<boolean> {
  await countFactorTry(ctx, tried)
  let right = false
  try {
    right = await isRight()
  } finally {
    if (!right) await logFailure(ctx, tried)
  }
  if (right) await forgiveFactorTries(ctx.db, tried)
  return right
}

/**
 * Forgets wrong codes of a member's authenticators: all, or those of one log-in or session.
 * @returns number of forgotten codes
 */
export async function forgiveFactorTries(
  db: Db,
  { staffId, source }: { staffId: number; source?: string },
): Promise<number> {
  const forgotten = await db
    .deleteFrom('staff_factor_tries')
    .where('staff_id', '=', staffId)
    .$if(source !== undefined, (query) => query.where('source', '=', source!))
    .returning('id')
    .execute()
  return forgotten.length
}

const networkOf = ({ address }: Pick<Context, 'address'>) => {
  const { net48, address: single } = networksOf(address)
  return net48 ?? single
}

/** @throws ApiError 429, and what `count` throws */
function countFactorTry(ctx: Context, { staffId, source, kind, count }: Tried): Promise<void> {
  const canBeGuessed = kind === 'an authenticator'
  const now = ctx.now()
  const network = networkOf(ctx)
  return inTransaction(ctx.db, async (tx) => {
    await takeStaffTurn(tx, staffId)
    if (canBeGuessed) await refuseOverLimits(tx, { staffId, network, now })
    await count(tx)
    if (canBeGuessed)
      await tx.insertInto('staff_factor_tries').values({ staff_id: staffId, source, network, tried_at: now }).execute()
  })
}

/** @throws ApiError 429 */
async function refuseOverLimits(
  tx: Db,
  { staffId, network, now }: { staffId: number; network: string; now: number },
): Promise<void> {
  await tx
    .deleteFrom('staff_factor_tries')
    .where('tried_at', '<=', now - KEPT)
    .execute()
  const here = await waitOf(tx, { column: 'network', value: network, limits: factorLimits.network, now })
  if (here > 0) throw refusal('Too many wrong codes were entered from your network.', here)
  const whole = await waitOf(tx, { column: 'staff_id', value: staffId, limits: factorLimits.member, now })
  if (whole > 0) throw refusal('Too many wrong codes were entered for this account.', whole)
}

/** @param wait milliseconds */
function refusal(what: string, wait: number) {
  const instead = `Please use a passkey or a recovery code, or try again in ${inLargeUnits(wait)}.`
  return tooMany(`${what} ${instead}`, wait / SECOND)
}

/** Milliseconds until there may be one more failure. */
async function waitOf(
  tx: Db,
  {
    column,
    value,
    limits,
    now,
  }: { column: 'network' | 'staff_id'; value: string | number; limits: readonly Limit[]; now: number },
): Promise<number> {
  const rows = await tx
    .selectFrom('staff_factor_tries')
    .select('tried_at')
    .where(column, '=', value)
    .orderBy('tried_at', 'desc')
    .limit(watched(limits))
    .execute()
  return waitFor(
    limits,
    rows.map(({ tried_at }) => tried_at),
    now,
  )
}

const FAILED = 'second factor failed'

/** An attacker can fail again and again: the audit log has the first failures of a day, the server's log all. */
async function logFailure(ctx: Context, { staffId, name, kind, call }: Tried): Promise<void> {
  const now = ctx.now()
  const { requestId, address } = ctx
  ctx.log.warn({ req: requestId, staff: staffId, from: address, with: kind }, 'second factor refused')
  const subject = `staff ${staffId}`
  await inTransaction(ctx.db, async (tx) => {
    // Failures of one member at the same moment wait here, so that each sees the entries before it.
    await takeStaffTurn(tx, staffId)
    const latest = await tx
      .selectFrom('audit_log')
      .select('at')
      .where('subject', '=', subject)
      .where('action', '=', FAILED)
      .orderBy('id', 'desc')
      .limit(MAX_AUDITED_FAILURES)
      .execute()
    const entries = latest.filter(({ at }) => at > now - DAY).length + 1
    if (entries > MAX_AUDITED_FAILURES) return
    const isLast = entries === MAX_AUDITED_FAILURES
    const reason = isLast ? "Further failures in these 24 hours are in the server's log only" : ''
    const work: StaffWork = { staffId, who: name, address, call, requestId, reason, now }
    await logWork(tx, work, { action: FAILED, subject, after: { with: kind, entries_in_24_hours: entries } })
  })
}
