import type { Context } from '#core/context.ts'
import { strangerAt } from '#features/auth/server/ways/asker.ts'
import { countGuess, forgiveGuess } from '#features/auth/server/ways/count-codes.ts'
import type { InputOf, ReplyOf } from '#lib/both/calls/endpoint.ts'
import { invalid } from '#lib/both/calls/errors.ts'
import type { verifyStaffCode as contract } from '../log-in.contract.ts'
import { listFactors } from '../../server/factors.ts'
import { countTry, isCode, markProved } from '../../server/log-ins.ts'
import { staffNumbered } from '../../server/staff-accounts.ts'
import { staffMessages } from '../../staff.rules.ts'

/**
 * Proves the phone of a log-in with its code, and says what may come next.
 * @throws ApiError 422 `otp`, the same for a code that is wrong, too old, used or of nobody, and another where the cookie
 * of the log-in is missing; 429 after many from one network
 */
export async function verifyStaffCode(
  ctx: Context,
  { body }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const now = ctx.now()
  const asker = await strangerAt(ctx, 'long')
  await ctx.db.transaction().execute((tx) => countGuess(tx, asker, now))
  const token = ctx.staffCookies.read('entry')
  if (!token) throw invalid({ otp: staffMessages.noCookie })
  const entry = await countTry(ctx.db, { token, now })
  // What is done is the same whether there is a log-in or not.
  const right = isCode(body.otp, entry?.code_hash ?? 'nobody.')
  if (!entry || !right || entry.staff_id === null || entry.proved_at !== null) {
    ctx.log.info({ req: ctx.requestId, from: ctx.address }, 'log-in of staff refused')
    throw invalid({ otp: staffMessages.wrongCode })
  }
  await forgiveGuess(ctx.db, asker)
  await markProved(ctx.db, entry.id, now)
  const { name } = await staffNumbered(ctx.db, entry.staff_id)
  const kinds = (await listFactors(ctx.db, entry.staff_id)).map(({ kind }) => kind)
  return {
    status: true,
    success: true,
    message: 'Now the second factor.',
    name,
    passkey: kinds.includes('passkey'),
    authenticator: kinds.some((kind) => kind !== 'passkey'),
    set_up: kinds.length === 0,
  }
}
