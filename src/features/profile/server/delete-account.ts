import type { LearnerContext } from '#core/context.ts'
import { markEnded } from '#features/auth/server/accounts.ts'
import { minutesOf } from '#features/auth/server/codes/code-limits.ts'
import { findLiveCode, issueCode, useCode } from '#features/auth/server/codes/codes.ts'
import { pruneCounts, type Asker } from '#features/auth/server/ways/count-codes.ts'
import { sendCode } from '#features/auth/server/codes/send.ts'
import { changingSessions } from '#features/auth/server/sessions/known-sessions.ts'
import { channelFor, messages as codeMessages } from '#features/auth/login-form.rules.ts'
import type { InputOf } from '#lib/both/calls/endpoint.ts'
import { conflict, invalid } from '#lib/both/calls/errors.ts'
import type { deleteAccount as contract } from '../profile.contract.ts'
import { removeFreedFiles } from './freed-files.ts'
import { eraseEverything } from './erase.ts'

/** What goes and what stays, in the words of the features. */
export async function explainDeletion({ personalParts }: Pick<LearnerContext, 'personalParts'>) {
  return {
    status: true,
    goes: personalParts.flatMap(({ goes = [] }) => goes),
    stays: personalParts.flatMap(({ stays = [] }) => stays),
  }
}

/** Their token says who the caller is: what strangers do to the phone is counted elsewhere. */
const asker: Asker = { way: 'deletion', from: undefined }

/**
 * Sends the code that confirms the deletion to the account's own phone.
 * @throws ApiError 429 over the limits of codes, 502 when the provider does not take it
 */
export async function sendDeletionCode(ctx: LearnerContext) {
  const { id: userId, countryCode, phone } = ctx.user
  const now = ctx.now()
  const channel = channelFor(countryCode)
  await pruneCounts(ctx.db, now)
  const code = await ctx.db.transaction().execute((tx) => issueCode(tx, { userId, now, asker, channel, device: 'web' }))
  await sendCode(ctx, { countryCode, phone, code, channel, minutes: minutesOf(asker.way) }, codeMessages.resendFailed)
  return { status: true, success: true, message: 'OTP sent successfully.' }
}

/**
 * Ends the caller's account: everything personal is erased, every session ends, and the phone may open a new account.
 * @throws ApiError 422 for a code that is not the live one, 429 after many wrong ones, 409 while a payment is under way
 */
export async function deleteAccount(ctx: LearnerContext, { body }: InputOf<typeof contract>) {
  const { user, db } = ctx
  const now = ctx.now()
  const guess = { userId: user.id, guess: body.otp, asker, now }
  const found = await findLiveCode(db, guess)
  if (found === undefined) throw refused()
  await changingSessions(() =>
    db.transaction().execute(async (tx) => {
      if ((await useCode(tx, guess, found)) === undefined) throw refused()
      const returning = await tx
        .selectFrom('payments')
        .innerJoin('purchases', 'purchases.id', 'payments.purchase_id')
        .select('payments.id')
        .where('purchases.user_id', '=', user.id)
        .where(({ or, eb, exists, selectFrom }) =>
          or([
            eb('payments.status', 'in', ['refund_due', 'refunding']),
            exists(
              selectFrom('payment_refunds')
                .whereRef('payment_refunds.payment_id', '=', 'payments.id')
                .where('payment_refunds.status', '=', 'requested')
                .select('payment_refunds.id'),
            ),
          ]),
        )
        .executeTakeFirst()
      if (returning) {
        throw conflict(
          'A refund to you is under way. Please delete your account once it has arrived.',
          'refund_under_way',
        )
      }
      // First, so that calls under way which write for this account find that it has ended, or come before what follows.
      await markEnded(tx, user.id, now)
      await eraseEverything(tx, ctx.personalParts, user, now)
    }),
  )
  await removeFreedFiles(ctx)
  ctx.log.info({ req: ctx.requestId, user: user.id }, 'account deleted')
  return { status: true, success: true, message: 'Your account is deleted.' }
}

function refused() {
  return invalid({ otp: codeMessages.verifyFailed })
}
