import type { LearnerContext } from '#api/context.ts'
import { profileOf } from '#features/auth/server/profile.ts'
import { unauthorized } from '#features/auth/server/sessions.ts'
import type { InputOf } from '#lib/endpoint.ts'
import { invalid } from '#lib/errors.ts'
import type { editProfile as editContract, OwnProfile } from '../profile.contract.ts'
import { formErrors, messages } from '../profile.rules.ts'

export function ownProfileOf(row: Parameters<typeof profileOf>[0]): OwnProfile {
  return { ...profileOf(row), cover: row.cover }
}

/** The caller's profile. */
export async function getProfile({ db, user }: LearnerContext) {
  const row = await db.selectFrom('users').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow()
  return { status: true, data: { user: ownProfileOf(row) } }
}

/**
 * Changes the caller's details. Email and phone identify the account and its receipts: they only repeat what they are.
 * @throws ApiError 422 with the fields; 401 when the account has ended meanwhile
 */
export async function editProfile(ctx: LearnerContext, { body }: InputOf<typeof editContract>) {
  const { db, user } = ctx
  const { name, email } = body
  const birthday = body.birthday ?? ''
  const city = body.city ?? ''
  const problems = formErrors({ name, email, birthday, city }, ctx.now())
  if (Object.keys(problems).length > 0) throw invalid({ ...problems })
  const current = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', user.id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!current) throw unauthorized()
  if (email !== current.email) throw invalid({ email: 'The email address cannot be changed here' })
  const digits = body.phone?.replace(/\D/g, '')
  if (digits !== undefined && digits !== user.phone && digits !== user.countryCode + user.phone) {
    throw invalid({ phone: 'The phone number cannot be changed here' })
  }
  const row = await db
    .updateTable('users')
    .set({ name, birthday: birthday || null, city: city || null })
    .where('id', '=', user.id)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  if (!row) throw unauthorized()
  return { status: true, success: true, message: messages.saved, user: ownProfileOf(row) }
}
