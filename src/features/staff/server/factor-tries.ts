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

/** Failed second factors, counted across log-ins. */

/** docs/decisions/0086-staff-log-in-limits.md has the reasons and the odds. */
export const factorLimits = {
  /**
   * Failures of one member, from anywhere. Over the limit only codes of authenticators are refused: passkeys and recovery
   * codes cannot be guessed, and let the member in while an attacker uses up the limit.
   */
  member: codeLimits.guesses.known,
  /**
   * Failures from one IPv4 address or one /48, of all members and of all kinds. Requests for several members at the same moment
   * may go past it by as many as they are.
   */
  network: [{ count: 50, span: DAY }],
} as const satisfies Record<string, readonly Limit[]>

/** Time for which failures are kept: the longest that a limit looks back. */
const KEPT = Math.max(...[...factorLimits.member, ...factorLimits.network].map(({ span }) => span))

export type FactorKindTried = 'an authenticator' | 'a passkey' | 'a recovery code'

interface Tried {
  staffId: number
  name: string
  /** As the audit log names it. */
  kind: FactorKindTried
  call: string
}

/**
 * Checks a second factor. It counts as failed before it is checked, so that requests at the same moment share the limits; a
 * right one is taken back. Failures are logged, the first ones of a day in the audit log as well.
 * @param isRight checks it
 * @throws ApiError 429 over the limits, and what `isRight` throws
 */
export async function checkFactor(ctx: Context, tried: Tried, isRight: () => Promise<boolean>): Promise<boolean> {
  const id = await countFactorTry(ctx, tried)
  let right = false
  try {
    right = await isRight()
  } finally {
    if (!right) await logFailure(ctx, tried, id)
  }
  if (right) await forgiveFactorTries(ctx.db, { staffId: tried.staffId, network: networkOf(ctx) })
  return right
}

/** Forgets failed second factors of a member: all, or those from one network. @returns how many there were */
export async function forgiveFactorTries(
  db: Db,
  { staffId, network }: { staffId: number; network?: string },
): Promise<number> {
  const forgotten = await db
    .deleteFrom('staff_factor_tries')
    .where('staff_id', '=', staffId)
    .$if(network !== undefined, (query) => query.where('network', '=', network!))
    .returning('id')
    .execute()
  return forgotten.length
}

const networkOf = ({ address }: Pick<Context, 'address'>) => {
  const { net48, address: single } = networksOf(address)
  return net48 ?? single
}

/** @returns the id of the try; throws ApiError 429 */
function countFactorTry(ctx: Context, { staffId, kind }: Tried): Promise<number> {
  const now = ctx.now()
  const network = networkOf(ctx)
  return inTransaction(ctx.db, async (tx) => {
    await takeStaffTurn(tx, staffId)
    await tx
      .deleteFrom('staff_factor_tries')
      .where('tried_at', '<=', now - KEPT)
      .execute()
    const here = await waitOf(tx, { column: 'network', value: network, limits: factorLimits.network, now })
    if (here > 0) throw refusal('Too many wrong codes were entered from your network.', here)
    const whole = await waitOf(tx, { column: 'staff_id', value: staffId, limits: factorLimits.member, now })
    if (whole > 0 && kind === 'an authenticator')
      throw refusal('Too many wrong codes were entered for this account.', whole, 'use a passkey or a recovery code')
    const { id } = await tx
      .insertInto('staff_factor_tries')
      .values({ staff_id: staffId, network, tried_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  })
}

function refusal(what: string, wait: number, instead?: string) {
  const later = `try again in ${inLargeUnits(wait)}`
  return tooMany(`${what} Please ${instead ? `${instead}, or ${later}` : later}.`, wait / SECOND)
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

/** An attacker can fail again and again: the audit log has the first failures of a day, the server's log all. */
async function logFailure(ctx: Context, { staffId, name, kind, call }: Tried, id: number): Promise<void> {
  const now = ctx.now()
  const { requestId, address } = ctx
  ctx.log.warn({ req: requestId, staff: staffId, from: address, with: kind }, 'second factor refused')
  await inTransaction(ctx.db, async (tx) => {
    const { failures } = await tx
      .selectFrom('staff_factor_tries')
      .select(({ fn }) => fn.countAll<number>().as('failures'))
      .where('staff_id', '=', staffId)
      .where('tried_at', '>', now - DAY)
      .where('id', '<=', id)
      .executeTakeFirstOrThrow()
    if (failures > MAX_AUDITED_FAILURES) return
    const isLast = failures === MAX_AUDITED_FAILURES
    const reason = isLast ? "Further failures in these 24 hours are in the server's log only" : ''
    const work: StaffWork = { staffId, who: name, address, call, requestId, reason, now }
    await logWork(tx, work, {
      action: 'second factor failed',
      subject: `staff ${staffId}`,
      after: { with: kind, failures_in_24_hours: failures },
    })
  })
}
