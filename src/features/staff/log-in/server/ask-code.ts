import type { Context } from '#core/context.ts'
import { channelFor, messages } from '#features/auth/login-form.rules.ts'
import { reachableNumber } from '#features/auth/server/codes/phone.ts'
import { refuseOverCap, sendCode } from '#features/auth/server/codes/send.ts'
import { networksOf } from '#features/auth/server/address.ts'
import { strangerAt } from '#features/auth/server/ways/asker.ts'
import { countGuess, countSend } from '#features/auth/server/ways/count-codes.ts'
import type { InputOf, ReplyOf } from '#lib/both/calls/endpoint.ts'
import { MINUTE } from '#lib/both/time/clock.ts'
import type { askStaffCode as contract } from '../log-in.contract.ts'
import { beginLogIn, LOG_IN_LIFE } from '../../server/log-ins.ts'
import { staffMessages } from '../../staff.rules.ts'

/**
 * Sends a code to a phone of the staff. To any other phone nothing is sent, and its browser is told the same.
 * @throws ApiError 422 for a phone that cannot be, 429 over the limits of phones and networks, 502 when the provider does
 * not take the code
 */
export async function askStaffCode(
  ctx: Context,
  { body }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const countryCode = body.country_code
  const phone = reachableNumber(ctx, countryCode, body.mobile)
  const now = ctx.now()
  // What brakes guesses at codes of learners, who need nothing else, shall not keep staff out.
  const asker = await strangerAt(ctx, 'long')
  await refuseOverCap(ctx, asker, countryCode)
  const { staffId, token, code } = await ctx.db.transaction().execute(async (tx) => {
    await countSend(tx, asker, now)
    // A row is kept of each, whoever has the phone.
    await countGuess(tx, asker, now)
    const staff = await tx
      .selectFrom('staff')
      .select('id')
      .where('country_code', '=', countryCode)
      .where('phone', '=', phone)
      .where('left_at', 'is', null)
      .executeTakeFirst()
    const { address } = networksOf(ctx.address)
    const begun = await beginLogIn(tx, { phone: `+${countryCode}${phone}`, staffId: staff?.id, address, now })
    return { staffId: staff?.id, ...begun }
  })
  if (staffId !== undefined) {
    const message = { countryCode, phone, code, channel: channelFor(countryCode), minutes: LOG_IN_LIFE / MINUTE }
    await sendCode(ctx, message, messages.sendFailed)
  }
  ctx.staffCookies.keep('entry', token)
  return { status: true, success: true, message: staffMessages.sent }
}
