import type { LearnerContext } from '#core/context.ts'
import type { InputOf, ReplyOf } from '#lib/both/calls/endpoint.ts'
import { conflict, forbidden, invalid } from '#lib/both/calls/errors.ts'
import type { registerNewUser as contract } from '../auth.contract.ts'
import { messages, profileErrors } from '../login-form.rules.ts'
import { changingSessions } from './sessions/known-sessions.ts'
import { isPhoneOf } from './codes/phone.ts'
import { profileOf } from './profile.ts'

/**
 * Completes the profile of the caller (design decision 4). Repeating it with the same answers is harmless.
 * @throws ApiError 403 when the phone is not the caller's, 422 with the fields, 409 when the profile is complete
 */
export async function registerNewUser(
  { db, user }: LearnerContext,
  { body }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  if (!isPhoneOf(user, body.mobile)) throw forbidden(messages.profileFailed)
  const problems = profileErrors(body.name, body.email)
  if (Object.keys(problems).length > 0) throw invalid({ ...problems })
  const { name, email } = body
  const row = await changingSessions(() =>
    db
      .updateTable('users')
      .set({ name, email, registration_completed: 1 })
      .where('id', '=', user.id)
      .where((where) => where.or([where('registration_completed', '=', 0), where.and({ name, email })]))
      .returningAll()
      .executeTakeFirst(),
  )
  if (!row) throw conflict('Your profile is already complete.', 'profile_complete')
  return { status: true, success: true, message: 'Profile updated successfully.', user: profileOf(row) }
}
