import type { EnteringContext } from '#core/context.ts'
import { channelFor } from '#features/auth/login-form.rules.ts'
import { findLiveCode, useCode } from '#features/auth/server/codes/codes.ts'
import { refuseOverCap } from '#features/auth/server/codes/send.ts'
import { issueLongCode, sendLongCode } from '#features/auth/server/ways/ask-long-code.ts'
import { strangerAt } from '#features/auth/server/ways/asker.ts'
import { countSend, forgiveGuess } from '#features/auth/server/ways/count-codes.ts'
import type { InputOf, ReplyOf } from '#lib/both/calls/endpoint.ts'
import { invalid } from '#lib/both/calls/errors.ts'
import type * as contracts from '../log-in.contract.ts'
import { refuseSecond } from '../../server/factors.ts'
import { markConfirmed } from '../../server/log-ins.ts'
import { staffNumbered } from '../../server/staff-accounts.ts'
import { staffMessages } from '../../staff.rules.ts'
import { longCodeReply, STAFF_DEVICE } from './ask-code.ts'

/**
 * Sends a second code, of 8 digits, before a member sets up the first factor: a stranger who guessed the first code could set
 * one up (docs/decisions/0086-staff-log-in-limits.md). A first code of 8 digits is used up: the second one is a new code.
 */

/**
 * Sends the code of 8 digits. Requested again it is the same, and is sent three times a day.
 * @throws conflict where there is a second factor, 429 over the limits of phones and networks, 502 when the provider does not
 * take it
 */
export async function sendConfirmation(ctx: EnteringContext): Promise<ReplyOf<typeof contracts.sendConfirmation>> {
  const { staffId, userId } = ctx.entering
  const now = ctx.now()
  await refuseSecond(ctx.db, staffId)
  const { country_code: countryCode, phone } = await staffNumbered(ctx.db, staffId)
  const channel = channelFor(countryCode)
  const asker = await strangerAt(ctx, 'staff long')
  await refuseOverCap(ctx, asker, countryCode)
  const { live, send } = await ctx.db.transaction().execute(async (tx) => {
    await countSend(tx, asker, now)
    return issueLongCode(tx, { userId, asker, now, channel, device: STAFF_DEVICE })
  })
  if (send) await sendLongCode(ctx, { userId, live, to: { countryCode, phone, channel } })
  return longCodeReply({ live, send }, staffMessages.longSent)
}

/** @throws invalid `otp` of a wrong code, 429 after many from one network or for one phone */
export async function confirmPhone(
  ctx: EnteringContext,
  { body }: InputOf<typeof contracts.confirmPhone>,
): Promise<ReplyOf<typeof contracts.confirmPhone>> {
  const { logInId, staffId, userId } = ctx.entering
  const now = ctx.now()
  const asker = await strangerAt(ctx, 'staff long')
  const guess = { userId, guess: body.otp, asker, now }
  const found = await findLiveCode(ctx.db, guess)
  const refused = () => {
    ctx.log.info({ req: ctx.requestId, staff: staffId, from: ctx.address }, '8-digit code of staff refused')
    return invalid({ otp: staffMessages.wrongCode })
  }
  if (found === undefined) throw refused()
  await ctx.db.transaction().execute(async (tx) => {
    if ((await useCode(tx, guess, found)) === undefined) throw refused()
    await markConfirmed(tx, logInId, now)
  })
  await forgiveGuess(ctx.db, asker)
  return { status: true, success: true, message: 'Please set up two-step verification.' }
}
