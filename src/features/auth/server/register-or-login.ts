import type { Context } from '#api/context.ts'
import type { InputOf, ReplyOf } from '#lib/endpoint.ts'
import type { registerOrLogin as contract } from '../auth.contract.ts'
import { channelFor, messages } from '../auth.rules.ts'
import { networkOf } from './address.ts'
import { countAddress, pruneCounts } from './code-limits.ts'
import { issueCode } from './codes.ts'
import { nationalNumber } from './phone.ts'
import { sendCode } from './send.ts'

/**
 * Sends a code to a phone; a phone that is new gets an account without a profile.
 * @throws ApiError 422 for a phone that cannot be, 429 over the limits, 502 when the provider does not take the code
 */
export async function registerOrLogin(
  ctx: Context,
  { body }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const countryCode = body.country_code
  const phone = nationalNumber(countryCode, body.mobile)
  const channel = channelFor(countryCode, body.include_watsup_otp)
  const now = ctx.now()
  const address = networkOf(ctx.address)
  await pruneCounts(ctx.db, now)
  const { user, code } = await ctx.db.transaction().execute(async (tx) => {
    await countAddress(tx, address, now)
    await tx
      .insertInto('users')
      .values({ country_code: countryCode, phone, created_at: now })
      .onConflict((conflict) => conflict.columns(['country_code', 'phone']).doNothing())
      .execute()
    const found = await tx
      .selectFrom('users')
      .select(['id', 'verified_at'])
      .where('country_code', '=', countryCode)
      .where('phone', '=', phone)
      .executeTakeFirstOrThrow()
    return { user: found, code: await issueCode(tx, { userId: found.id, now, address, channel, device: body.device }) }
  })
  await sendCode(ctx, { countryCode, phone, code, channel }, messages.sendFailed)
  return {
    status: true,
    success: true,
    message: 'OTP sent successfully.',
    user_id: user.id,
    user_exsist: user.verified_at !== null,
  }
}
