import type { Context } from '#api/context.ts'
import type { InputOf, ReplyOf } from '#lib/endpoint.ts'
import { invalid } from '#lib/errors.ts'
import type { resendCode as contract } from '../auth.contract.ts'
import { messages } from '../auth.rules.ts'
import { networkOf } from './address.ts'
import { countAddress, pruneCounts } from './code-limits.ts'
import { issueCode } from './codes.ts'
import { sendCode } from './send.ts'

/**
 * Sends another code for a log-in under way. Ids can be counted up, so an id without one is as unknown as any other:
 * nobody makes strangers' phones ring.
 * @throws ApiError 422 that names user_id, 429 over the limits, 502 when the provider does not take the code
 */
export async function resendCode(ctx: Context, { query }: InputOf<typeof contract>): Promise<ReplyOf<typeof contract>> {
  const userId = query.user_id
  const now = ctx.now()
  const address = networkOf(ctx.address)
  await pruneCounts(ctx.db, now)
  const message = await ctx.db.transaction().execute(async (tx) => {
    await countAddress(tx, address, now)
    const pending = await tx
      .selectFrom('one_time_codes')
      .innerJoin('users', 'users.id', 'one_time_codes.user_id')
      .select(['users.country_code as countryCode', 'users.phone', 'one_time_codes.channel', 'one_time_codes.device'])
      .where('one_time_codes.user_id', '=', userId)
      .where('one_time_codes.used_at', 'is', null)
      .where('one_time_codes.purpose', '=', 'login')
      .executeTakeFirst()
    if (!pending) throw invalid({ user_id: messages.noUserId })
    const { device, ...to } = pending
    return { ...to, code: await issueCode(tx, { userId, now, address, channel: to.channel, device }) }
  })
  await sendCode(ctx, message, messages.resendFailed)
  return { status: true, success: true, msg: 'OTP sent successfully.' }
}
