import type { StaffContext } from '#core/context.ts'
import { logWork, type StaffAct } from '#core/staff/staff-log.ts'
import type { Db } from '#db/database.ts'
import { invalid } from '#lib/both/calls/errors.ts'
import { channelFor, messages } from '../../login-form.rules.ts'
import { pruneCounts, type Asker } from '../ways/count-codes.ts'
import { minutesOf } from './code-limits.ts'
import { findLiveCode, issueCode, useCode } from './codes.ts'
import { sendCode } from './send.ts'

/** One-time codes with which staff prove the new phone of a learner or of a member of the staff. */

export interface NewPhone {
  countryCode: string
  /** National digits. */
  phone: string
}

/** Formats a phone for screens and the audit log: `+91 9847012345`. */
export const formatPhone = ({ countryCode, phone }: NewPhone) => `+${countryCode} ${phone}`

/** The caller is known, so sends and guesses count by the account alone. */
const asker: Asker = { way: 'new phone', from: undefined }

/**
 * Sends a code to a new phone. It proves that phone alone.
 * @param find returns the row of `users` whose code it is, or throws where the phone cannot be changed
 * @throws as `find`; 429 over the limits of codes, 502 when the provider does not take the code
 */
export async function sendNewPhoneCode(
  ctx: StaffContext,
  to: NewPhone,
  find: (tx: Db) => Promise<{ userId: number; act: Pick<StaffAct, 'subject' | 'userId'> }>,
): Promise<void> {
  const now = ctx.now()
  const channel = channelFor(to.countryCode)
  await pruneCounts(ctx.db, now)
  const code = await ctx.db.transaction().execute(async (tx) => {
    const { userId, act } = await find(tx)
    const issued = await issueCode(tx, { userId, now, asker, channel, device: formatPhone(to) })
    const after = { phone: formatPhone(to) }
    await logWork(tx, ctx.work(), { action: 'code sent to a new phone', ...act, after })
    return issued
  })
  await sendCode(ctx, { ...to, code, channel, minutes: minutesOf(asker.way) }, messages.resendFailed)
}

/**
 * Counts a guess at the code of a new phone.
 * @returns uses the code up, in the transaction that changes the phone
 * @throws invalid naming `otp` of a code that is not the live one of this phone; 429 after many wrong ones
 */
export async function checkNewPhoneCode(
  ctx: StaffContext,
  { userId, to, otp }: { userId: number; to: NewPhone; otp: string },
): Promise<(tx: Db) => Promise<void>> {
  const guess = { userId, guess: otp, asker, now: ctx.now() }
  const found = await findLiveCode(ctx.db, guess)
  if (found === undefined) throw wrongCode()
  return async (tx) => {
    if ((await useCode(tx, guess, found)) !== formatPhone(to)) throw wrongCode()
  }
}

/** Removes all codes of an account, whose phone changes: a log-in with a code of the old phone is refused from then on. */
export async function removeCodes(tx: Db, userId: number): Promise<void> {
  await tx.deleteFrom('codes').where('user_id', '=', userId).execute()
}

const wrongCode = () => invalid({ otp: messages.verifyFailed })
