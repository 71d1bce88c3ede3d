import type { Context } from '#core/context.ts'
import type { Db } from '#db/database.ts'
import type { InputOf, ReplyOf } from '#lib/both/calls/endpoint.ts'
import { invalid } from '#lib/both/calls/errors.ts'
import type { resendCode as contract } from '../../auth.contract.ts'
import { messages } from '../../login-form.rules.ts'
import { askerOf } from '../ways/asker.ts'
import { minutesOf } from './code-limits.ts'
import { issueCode } from './codes.ts'
import { countSend, pruneCounts, type Asker } from '../ways/count-codes.ts'
import { refuseOverCap, sendCode } from './send.ts'

/**
 * Sends another code for a log-in under way. Ids can be counted up, so an id without one is as unknown as any other:
 * nobody makes strangers' phones ring.
 * @throws ApiError 422 that names user_id, 429 over the limits, 502 when the provider does not take the code
 */
export async function resendCode(ctx: Context, { query }: InputOf<typeof contract>): Promise<ReplyOf<typeof contract>> {
  const userId = query.user_id
  const now = ctx.now()
  await pruneCounts(ctx.db, now)
  const asker = await askerOf(ctx, { userId })
  const before = await pendingLogin(ctx.db, userId, asker)
  await refuseOverCap(ctx, asker, before?.countryCode ?? '')
  const message = await ctx.db.transaction().execute(async (tx) => {
    await countSend(tx, asker, now)
    const pending = await pendingLogin(tx, userId, asker)
    if (!pending) throw invalid({ user_id: messages.noUserId })
    const { device, ...to } = pending
    return { ...to, code: await issueCode(tx, { userId, now, asker, channel: to.channel, device }) }
  })
  await sendCode(ctx, { ...message, minutes: minutesOf(asker.way) }, messages.resendFailed)
  return { status: true, success: true, msg: 'OTP sent successfully.' }
}

/** The log-in that somebody has begun: whose it is, and how its code was sent. */
function pendingLogin(db: Db, userId: number, { way }: Asker) {
  return db
    .selectFrom('codes')
    .innerJoin('users', 'users.id', 'codes.user_id')
    .select(['users.country_code as countryCode', 'users.phone', 'codes.channel', 'codes.device'])
    .where('codes.user_id', '=', userId)
    .where('codes.used_at', 'is', null)
    .where('codes.way', '=', way)
    .executeTakeFirst()
}
