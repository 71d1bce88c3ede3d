import type { Context } from '#core/context.ts'
import type { InputOf, ReplyOf } from '#lib/both/calls/endpoint.ts'
import { forbidden, invalid } from '#lib/both/calls/errors.ts'
import type { verifyCode as contract } from '../../auth.contract.ts'
import { BLOCKED, blockedText, LONG_CODE_LENGTH, messages } from '../../login-form.rules.ts'
import { networksOf } from '../address.ts'
import { askerOf, strangerAt } from '../ways/asker.ts'
import { findLiveCode, useCode } from './codes.ts'
import { forgiveGuess } from '../ways/count-codes.ts'
import { newName, rememberDevice } from '../ways/known-devices.ts'
import { offeredPreferences } from '../preferences.ts'
import { profileOf } from '../profile.ts'
import { createSession } from '../sessions.ts'

/**
 * Logs in with the code, known learner or new. A code of 8 digits is one that `askLongCode` sent.
 * @throws ApiError 422, the same for a code that is wrong, over, used, tried too often or of nobody (not 401:
 * that would mean a token and send the browser to the log-in page); 429 after many wrong codes from one network or for one phone;
 * 403 `blocked` for the right code of an account that staff have blocked
 */
export async function verifyCode(ctx: Context, { body }: InputOf<typeof contract>): Promise<ReplyOf<typeof contract>> {
  const { user_id: userId, otp } = body
  const now = ctx.now()
  const long = otp.length === LONG_CODE_LENGTH
  const asker = long ? await strangerAt(ctx, 'long') : await askerOf(ctx, { userId })
  const guess = { userId, guess: otp, asker, now }
  const told = { req: ctx.requestId, user: userId, from: networksOf(ctx.address).address }
  const found = await findLiveCode(ctx.db, guess)
  if (found === undefined) {
    ctx.log.info(told, 'log-in refused')
    throw refused()
  }
  const device = await newName(ctx)
  const { row, token } = await ctx.db.transaction().execute(async (tx) => {
    const askedOn = await useCode(tx, guess, found)
    if (askedOn === undefined) throw refused()
    const updated = await tx
      .updateTable('users')
      .set(({ fn, val, ref, cast, eb }) => ({
        // Whoever is refused has not logged in.
        last_logged_on: eb
          .case()
          .when('blocked_at', 'is', null)
          .then(cast<number>(val(now), 'bigint'))
          .else(ref('last_logged_on'))
          .end(),
        verified_at: fn.coalesce('verified_at', val(now)),
      }))
      .where('id', '=', userId)
      .returningAll()
      .executeTakeFirstOrThrow()
    // The code was right and is used up; whoever only guesses phones is not told that one is blocked.
    if (updated.blocked_at !== null) return { row: updated, token: undefined }
    const deviceId = await rememberDevice(tx, device, userId, now)
    const session = { userId, device: askedOn, deviceId, userAgent: ctx.userAgent, now }
    return { row: updated, token: await createSession(tx, session) }
  })
  // Not in the transaction: a send locks the networks first and the code after, the other way round.
  await forgiveGuess(ctx.db, asker)
  if (token === undefined) {
    ctx.log.info({ ...told, why: 'blocked' }, 'log-in refused')
    throw forbidden(blockedText((await ctx.site()).phone), BLOCKED)
  }
  ctx.device.keep(device.cookie)
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
