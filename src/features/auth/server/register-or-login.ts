import type { Context } from '#core/context.ts'
import type { Db } from '#db/database.ts'
import type { InputOf, ReplyOf } from '#lib/both/calls/endpoint.ts'
import type { registerOrLogin as contract } from '../auth.contract.ts'
import { channelFor, messages } from '../login-form.rules.ts'
import { askerOf } from './ways/asker.ts'
import { minutesOf } from './codes/code-limits.ts'
import { issueCode } from './codes/codes.ts'
import { countSend, pruneCounts } from './ways/count-codes.ts'
import { reachableNumber } from './codes/phone.ts'
import { refuseOverCap, sendCode } from './codes/send.ts'

/**
 * Sends a code to a phone; a phone that is new gets an account without a profile.
 * @throws ApiError 422 for a phone that cannot be or that gets no codes, 429 over the limits (`long_code` where a long code may
 * be asked for, `code_cap` where no codes are sent any more), 502 when the provider does not take the code
 */
export async function registerOrLogin(
  ctx: Context,
  { body }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const countryCode = body.country_code
  const phone = reachableNumber(ctx, countryCode, body.mobile)
  const channel = channelFor(countryCode)
  const now = ctx.now()
  await pruneCounts(ctx.db, now)
  const asker = await askerOf(ctx, { countryCode, phone })
  await refuseOverCap(ctx, asker, countryCode)
  const { user, code } = await ctx.db.transaction().execute(async (tx) => {
    await countSend(tx, asker, now)
    const found = await accountOf(tx, { countryCode, phone, now })
    return { user: found, code: await issueCode(tx, { userId: found.id, now, asker, channel, device: body.device }) }
  })
  await sendCode(ctx, { countryCode, phone, code, channel, minutes: minutesOf(asker.way) }, messages.sendFailed)
  return {
    status: true,
    success: true,
    message: messages.sent,
    user_id: user.id,
    user_exsist: user.verified_at !== null,
  }
}

/** The account of a phone, made if there is none. */
export async function accountOf(
  tx: Db,
  { countryCode, phone, now }: { countryCode: string; phone: string; now: number },
) {
  await tx
    .insertInto('users')
    .values({ country_code: countryCode, phone, created_at: now })
    .onConflict((conflict) => conflict.columns(['country_code', 'phone']).doNothing())
    .execute()
  return tx
    .selectFrom('users')
    .select(['id', 'verified_at'])
    .where('country_code', '=', countryCode)
    .where('phone', '=', phone)
    .executeTakeFirstOrThrow()
}
