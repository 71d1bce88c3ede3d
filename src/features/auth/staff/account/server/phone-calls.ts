import type { StaffContext } from '#core/context.ts'
import { logWork } from '#core/staff/staff-log.ts'
import type { Db } from '#db/database.ts'
import type { InputOf, ReplyOf } from '#lib/both/calls/endpoint.ts'
import { invalid } from '#lib/both/calls/errors.ts'
import { channelFor, messages } from '../../../login-form.rules.ts'
import { findLiveCode, issueCode, useCode } from '../../../server/codes/codes.ts'
import { minutesOf } from '../../../server/codes/code-limits.ts'
import { reachableNumber } from '../../../server/codes/phone.ts'
import { sendCode } from '../../../server/codes/send.ts'
import { pruneCounts, type Asker } from '../../../server/ways/count-codes.ts'
import type * as contracts from '../account.contract.ts'
import { emptyAccountAt, movePhone, written } from './new-phone.ts'

/** Who the caller is is known; sends and guesses count by the learner. */
const asker: Asker = { way: 'new phone', from: undefined }

/**
 * Sends a code to the phone that an account is to get. It is good for that phone alone.
 * @throws as `emptyAccountAt`; invalid of a phone that cannot be, 429 over the limits of codes, 502 when the provider does not
 * take it
 */
export async function askNewPhoneCode(
  ctx: StaffContext,
  { params: { id: userId }, body }: InputOf<typeof contracts.askNewPhoneCode>,
): Promise<ReplyOf<typeof contracts.askNewPhoneCode>> {
  const countryCode = body.country_code
  const to = { countryCode, phone: reachableNumber(ctx, countryCode, body.mobile) }
  const channel = channelFor(countryCode)
  const now = ctx.now()
  await pruneCounts(ctx.db, now)
  const { code, isEmpty } = await ctx.db.transaction().execute(async (tx) => {
    const empty = await emptyAccountAt(tx, userId, to)
    const issued = await issueCode(tx, { userId, now, asker, channel, device: written(to) })
    await logWork(tx, ctx.work(), {
      action: 'code sent to a new phone',
      subject: `learner ${userId}`,
      userId,
      after: { phone: written(to) },
    })
    return { code: issued, isEmpty: empty !== undefined }
  })
  await sendCode(ctx, { ...to, code, channel, minutes: minutesOf(asker.way) }, messages.resendFailed)
  return {
    status: true,
    success: true,
    message: `A code was sent to ${written(to)}`,
    phone: written(to),
    empty_account: isEmpty,
  }
}

/**
 * Gives an account the phone that the code was sent to.
 * @throws invalid for a code that is not the live one of this phone; 429 after many wrong ones; as `movePhone`
 */
export async function moveLearnerPhone(
  ctx: StaffContext,
  { params: { id: userId }, body }: InputOf<typeof contracts.moveLearnerPhone>,
): Promise<ReplyOf<typeof contracts.moveLearnerPhone>> {
  const { country_code: countryCode, proof, reason } = body
  const to = { countryCode, phone: reachableNumber(ctx, countryCode, body.mobile) }
  await emptyAccountAt(ctx.db, userId, to)
  const guess = { userId, guess: body.otp, asker, now: ctx.now() }
  const found = await findLiveCode(ctx.db, guess)
  if (found === undefined) throw refused()
  const prove = async (tx: Db) => {
    if ((await useCode(tx, guess, found)) !== written(to)) throw refused()
  }
  const { ended, emptied } = await movePhone(ctx.db, ctx.work(reason), { userId, to, proof }, prove)
  const more = emptied ? ' The empty account that had this phone has ended.' : ''
  return { status: true, success: true, message: `The phone is ${written(to)} now.${more}`, ended, emptied }
}

function refused() {
  return invalid({ otp: messages.verifyFailed })
}
