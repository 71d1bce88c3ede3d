import type { Context } from '#core/context.ts'
import { channelFor, messages } from '#features/auth/login-form.rules.ts'
import { minutesOf } from '#features/auth/server/codes/code-limits.ts'
import { issueCode } from '#features/auth/server/codes/codes.ts'
import { reachableNumber } from '#features/auth/server/codes/phone.ts'
import { refuseOverCap, sendCode } from '#features/auth/server/codes/send.ts'
import { networksOf } from '#features/auth/server/address.ts'
import { issueLongCode, sendLongCode } from '#features/auth/server/ways/ask-long-code.ts'
import { askerOf, strangerAt } from '#features/auth/server/ways/asker.ts'
import { countGuess, countSend, pruneCounts, type Asker } from '#features/auth/server/ways/count-codes.ts'
import type { InputOf, ReplyOf } from '#lib/both/calls/endpoint.ts'
import type { askStaffCode as contract, askStaffLongCode as longContract } from '../log-in.contract.ts'
import { beginLogIn, codeOwner, memberAt } from '../../server/log-ins.ts'
import { staffMessages } from '../../staff.rules.ts'

/** Description of the device that requested a code. */
export const STAFF_DEVICE = 'staff'

/**
 * Sends a code of 4 digits to a phone of the staff. Other phones are sent nothing and get the same reply, with a known limit:
 * a phone of the staff waits for the provider, and gets its 502.
 * @throws ApiError 422 for a phone that cannot be, 429 over the limits of phones and networks (`long_code` where a code of 8
 * digits may be requested), 502 when the provider does not take the code
 */
export async function askStaffCode(
  ctx: Context,
  { body }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const now = ctx.now()
  const { at, channel, member, short } = await askedBy(ctx, body)
  await refuseOverCap(ctx, short, at.countryCode)
  const { code, token } = await ctx.db.transaction().execute(async (tx) => {
    await countSend(tx, short, now)
    const userId = await codeOwner(tx, at, member, now)
    const logIn = await beginLogIn(tx, { at, ...whose(ctx, member, userId, short), now })
    const asker = { ...short, key: `entry ${logIn.id}` as const }
    return { ...logIn, code: await issueCode(tx, { userId, now, asker, channel, device: STAFF_DEVICE }) }
  })
  if (member) {
    await sendCode(ctx, { ...at, code, channel, minutes: minutesOf(short.way) }, messages.sendFailed)
  }
  ctx.staffCookies.keep('entry', token)
  return { status: true, success: true, message: staffMessages.sent }
}

/**
 * Sends a code of 8 digits to a phone of the staff whose codes of 4 digits are refused. As for learners it is the same for a
 * day, so that requests of strangers do not take it away.
 * @throws as askStaffCode; 409 `short_code` while a code of 4 digits can be had
 */
export async function askStaffLongCode(
  ctx: Context,
  { body }: InputOf<typeof longContract>,
): Promise<ReplyOf<typeof longContract>> {
  const now = ctx.now()
  const { at, channel, member, short } = await askedBy(ctx, body)
  const asker = await strangerAt(ctx, 'staff long')
  await refuseOverCap(ctx, asker, at.countryCode)
  const { userId, live, send, token } = await ctx.db.transaction().execute(async (tx) => {
    await countSend(tx, asker, now)
    // A row is kept of each log-in, also where nothing is sent.
    await countGuess(tx, asker, now)
    const owner = await codeOwner(tx, at, member, now)
    const issued = await issueLongCode(tx, { userId: owner, asker, short, now, channel, device: STAFF_DEVICE })
    return { userId: owner, ...issued, ...(await beginLogIn(tx, { at, ...whose(ctx, member, owner, asker), now })) }
  })
  if (member && send) await sendLongCode(ctx, { userId, live, to: { ...at, channel } })
  ctx.staffCookies.keep('entry', token)
  return longCodeReply({ live, send }, staffMessages.sent)
}

/** Reply to a request for a code of 8 digits. @param sent message where the code was sent now */
export function longCodeReply(
  { live, send }: Awaited<ReturnType<typeof issueLongCode>>,
  sent: string,
): ReplyOf<typeof longContract> {
  return {
    status: true,
    success: true,
    message: send ? sent : staffMessages.sentBefore,
    sent: send,
    until: live.expires_at,
  }
}

/** @throws ApiError 422 for a phone that cannot be */
async function askedBy(ctx: Context, body: InputOf<typeof contract>['body']) {
  const countryCode = body.country_code
  const at = { countryCode, phone: reachableNumber(ctx, countryCode, body.mobile) }
  await pruneCounts(ctx.db, ctx.now())
  const member = await memberAt(ctx.db, at)
  const short = await askerOf(ctx, { staffId: member?.id ?? 0 }, 'staff')
  return { at, channel: channelFor(countryCode), member, short }
}

function whose(ctx: Context, member: { id: number } | undefined, userId: number, { way }: Asker) {
  return { staffId: member?.id, userId, way, address: networksOf(ctx.address).address }
}
