import type { Context } from '#core/context.ts'
import { findLiveCode, useCode } from '#features/auth/server/codes/codes.ts'
import { networksOf } from '#features/auth/server/address.ts'
import { strangerAt } from '#features/auth/server/ways/asker.ts'
import { forgiveGuess, type Asker } from '#features/auth/server/ways/count-codes.ts'
import type { InputOf, ReplyOf } from '#lib/both/calls/endpoint.ts'
import { invalid } from '#lib/both/calls/errors.ts'
import type { verifyStaffCode as contract } from '../log-in.contract.ts'
import { listFactors } from '../../server/factors.ts'
import { logInToProve, markProved } from '../../server/log-ins.ts'
import { staffNumbered } from '../../server/staff-accounts.ts'
import { staffMessages } from '../../staff.rules.ts'

/**
 * Proves the phone of a log-in with its code, of 4 digits or 8, and says what may come next.
 * @throws ApiError 422 `otp`, the same for a code that is wrong, too old, used or of an unknown phone, and another where
 * the cookie of the log-in is missing; 429 after many from one network or for one phone
 */
export async function verifyStaffCode(
  ctx: Context,
  { body }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const now = ctx.now()
  const token = ctx.staffCookies.read('entry')
  if (!token) throw invalid({ otp: staffMessages.noCookie })
  const entry = await logInToProve(ctx.db, { token, now })
  const asker = await askerOfEntry(ctx, entry)
  const guess = { userId: entry?.user_id ?? 0, guess: body.otp, asker, now }
  const found = await findLiveCode(ctx.db, guess)
  const refused = () => {
    const from = networksOf(ctx.address).address
    ctx.log.info({ req: ctx.requestId, staff: entry?.staff_id ?? undefined, from }, 'log-in of staff refused')
    return invalid({ otp: staffMessages.wrongCode })
  }
  // A code for an unknown phone is compared as well, so that the reply takes as long.
  if (!entry || found === undefined || entry.staff_id === null) throw refused()
  await ctx.db.transaction().execute(async (tx) => {
    const used = await useCode(tx, guess, found)
    if (used === undefined || !(await markProved(tx, entry.id, now))) throw refused()
  })
  await forgiveGuess(ctx.db, asker)
  const { name } = await staffNumbered(ctx.db, entry.staff_id)
  const kinds = (await listFactors(ctx.db, entry.staff_id)).map(({ kind }) => kind)
  const isNew = kinds.length === 0
  // Also after a code of 8 digits: a guess at that code alone must not be enough to set up a second factor.
  return {
    status: true,
    success: true,
    message: isNew ? 'Please set up two-step verification.' : 'Please enter your second factor.',
    name,
    passkey: kinds.includes('passkey'),
    authenticator: kinds.some((kind) => kind !== 'passkey'),
    set_up: isNew,
    confirm: isNew,
  }
}

/** Limits of a guess in a log-in; where there is none, those of a stranger. */
async function askerOfEntry(ctx: Context, entry: Awaited<ReturnType<typeof logInToProve>>): Promise<Asker> {
  const way = entry?.way ?? 'staff'
  if (way === 'staff long') return strangerAt(ctx, way)
  const key = `entry ${entry?.id ?? 0}` as const
  return way.startsWith('device ') ? { way, key, from: undefined } : { ...(await strangerAt(ctx, 'staff')), key }
}
