import type { StaffContext } from '#core/context.ts'
import type { InputOf, ReplyOf } from '#lib/both/calls/endpoint.ts'
import { checkNewPhoneCode, formatPhone, sendNewPhoneCode } from '../../../server/codes/new-phone-code.ts'
import { reachableNumber } from '../../../server/codes/phone.ts'
import type * as contracts from '../account.contract.ts'
import { emptyAccountAt, movePhone } from './new-phone.ts'

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
  let isEmpty = false
  await sendNewPhoneCode(ctx, to, async (tx) => {
    isEmpty = (await emptyAccountAt(tx, userId, to)) !== undefined
    return { userId, act: { subject: `learner ${userId}`, userId } }
  })
  return {
    status: true,
    success: true,
    message: `A code was sent to ${formatPhone(to)}`,
    phone: formatPhone(to),
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
  const { country_code: countryCode, proof, reason, otp } = body
  const to = { countryCode, phone: reachableNumber(ctx, countryCode, body.mobile) }
  await emptyAccountAt(ctx.db, userId, to)
  const prove = await checkNewPhoneCode(ctx, { userId, to, otp })
  const { ended, emptied } = await movePhone(ctx.db, ctx.work(reason), { userId, to, proof }, prove)
  const more = emptied ? ' The empty account that had this phone has ended.' : ''
  return { status: true, success: true, message: `The phone is ${formatPhone(to)} now.${more}`, ended, emptied }
}
