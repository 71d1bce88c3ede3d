import type { Db } from '#db/database.ts'

interface Member {
  id: number
  name: string
}

/**
 * The row of `users` that belongs to a member of the staff: it has their comments, the codes of their log-in and the devices
 * they are known on. It has no phone, so that no learner can log in to it, and `staff_id` tells it from learners.
 */
export async function userOfStaff(tx: Db, { id: staff_id, name }: Member, now: number): Promise<Member> {
  const find = () => tx.selectFrom('users').select(['id', 'name']).where('staff_id', '=', staff_id)
  const known = await find().executeTakeFirst()
  if (known) return { id: known.id, name: known.name ?? '' }
  await tx
    .insertInto('users')
    .values({
      country_code: '',
      phone: `staff ${staff_id}`,
      name,
      email: null,
      role: 'mentor',
      staff_id,
      verified_at: null,
      last_logged_on: null,
      marketing_splash_id: null,
      birthday: null,
      city: null,
      avatar: null,
      cover: null,
      created_at: now,
    })
    .onConflict((of) => of.columns(['country_code', 'phone']).doNothing())
    .execute()
  const made = await find().executeTakeFirstOrThrow()
  return { id: made.id, name: made.name ?? '' }
}

/**
 * The mentor as whom a member of the staff writes in discussions.
 * @returns whether the row had another name until now: its older comments show the new name
 */
export async function mentorOfStaff(tx: Db, member: Member, now: number): Promise<{ id: number; renamed: boolean }> {
  const { id, name: before } = await userOfStaff(tx, member, now)
  if (before === member.name) return { id, renamed: false }
  await tx.updateTable('users').set({ name: member.name }).where('id', '=', id).execute()
  return { id, renamed: true }
}
