import type { LearnerContext } from '#core/context.ts'
import { changeDetails } from '#features/auth/server/accounts.ts'
import { isPhoneOf } from '#features/auth/server/codes/phone.ts'
import { profileOf } from '#features/auth/server/profile.ts'
import { unauthorized } from '#features/auth/server/sessions.ts'
import { changingSessions } from '#features/auth/server/sessions/known-sessions.ts'
import { inTransaction } from '#db/statements/transaction.ts'
import { countChangesOfWriter } from '#features/discussions/server/panel-changes.ts'
import type { InputOf } from '#lib/both/calls/endpoint.ts'
import { invalid } from '#lib/both/calls/errors.ts'
import type { editProfile as editContract, OwnProfile } from '../profile.contract.ts'
import { formErrors, messages, type ProfileForm } from '../profile.rules.ts'

export function ownProfileOf(row: Parameters<typeof profileOf>[0]): OwnProfile {
  return { ...profileOf(row), cover: row.cover }
}

/** The caller's profile. */
export async function getProfile({ db, user }: LearnerContext) {
  const row = await db.selectFrom('users').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow()
  return { status: true, data: { user: ownProfileOf(row) } }
}

/**
 * Changes those of the caller's details that are sent; one that is sent empty is erased where it may be missing. Email and phone identify the account and its receipts: they only repeat what they are.
 * @throws ApiError 422 with the fields; 401 when the account has ended meanwhile
 */
export async function editProfile(ctx: LearnerContext, { body }: InputOf<typeof editContract>) {
  const { db, user } = ctx
  const current = await db
    .selectFrom('users')
    .select(['name', 'email'])
    .where('id', '=', user.id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!current) throw unauthorized()
  const { name = current.name ?? '', email = current.email ?? '', birthday, city } = body
  const problems = formErrors({ name, email, birthday: birthday ?? '', city: city ?? '' }, ctx.now())
  // What was stored by older rules is nothing that this caller could mend.
  const ofSent = Object.entries(problems).filter(([field]) => body[field as keyof ProfileForm] !== undefined)
  if (ofSent.length > 0) throw invalid(Object.fromEntries(ofSent))
  if (body.email !== undefined && email !== current.email)
    throw invalid({ email: 'The email address cannot be changed here' })
  if (body.phone !== undefined && !isPhoneOf(user, body.phone))
    throw invalid({ phone: 'The phone number cannot be changed here' })
  const details = {
    ...(body.name !== undefined && { name }),
    ...(birthday !== undefined && { birthday: birthday || null }),
    ...(city !== undefined && { city: city || null }),
  }
  // Around the whole of it: until it is stored others read what was there before.
  const row = await changingSessions(() =>
    inTransaction(db, async (tx) => {
      const changed = await changeDetails(tx, user.id, details)
      // Their comments bear it.
      if (name !== current.name) await countChangesOfWriter(tx, user.id)
      return changed
    }),
  )
  return { status: true, success: true, message: messages.saved, user: ownProfileOf(row) }
}
