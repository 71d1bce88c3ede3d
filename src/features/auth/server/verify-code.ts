import type { Context } from '#api/context.ts'
import type { InputOf, ReplyOf } from '#lib/endpoint.ts'
import { invalid } from '#lib/errors.ts'
import type { verifyCode as contract } from '../auth.contract.ts'
import { messages } from '../auth.rules.ts'
import { networkOf } from './address.ts'
import { forgiveGuess } from './code-limits.ts'
import { isLiveCode, useCode } from './codes.ts'
import { offeredPreferences } from './preferences.ts'
import { profileOf } from './profile.ts'
import { createSession } from './sessions.ts'

/**
 * Logs in with the code, known learner or new.
 * @throws ApiError 422, the same for a code that is wrong, over, used, tried too often or of nobody (not 401:
 * that would mean a token and send the browser to the log-in page); 429 after many wrong codes from one address or for one phone
 */
export async function verifyCode(ctx: Context, { body }: InputOf<typeof contract>): Promise<ReplyOf<typeof contract>> {
  const { user_id: userId, otp } = body
  const now = ctx.now()
  const address = networkOf(ctx.address)
  const guess = { userId, guess: otp, address, now }
  const told = { req: ctx.requestId, user: userId, from: address }
  if (!(await isLiveCode(ctx.db, guess))) {
    ctx.log.info(told, 'log-in refused')
    throw refused()
  }
  const { row, token } = await ctx.db.transaction().execute(async (tx) => {
    const device = await useCode(tx, guess)
    if (device === undefined) throw refused()
    const updated = await tx
      .updateTable('users')
      .set((column) => ({ last_logged_on: now, verified_at: column.fn.coalesce('verified_at', column.val(now)) }))
      .where('id', '=', userId)
      .returningAll()
      .executeTakeFirstOrThrow()
    return { row: updated, token: await createSession(tx, { userId, device, userAgent: ctx.userAgent, now }) }
  })
  // Not in the transaction: a send locks the address first and the code after, the other way round.
  await forgiveGuess(ctx.db, address)
  ctx.log.info(told, 'logged in')
  return {
    status: true,
    success: true,
    msg: 'OTP verified successfully.',
    user: { ...profileOf(row), token },
    preferences: await offeredPreferences(ctx.db, row.id),
  }
}

function refused() {
  return invalid({ otp: messages.verifyFailed })
}
