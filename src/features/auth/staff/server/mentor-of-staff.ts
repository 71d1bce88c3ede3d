import type { Db } from '#db/database.ts'

/**
 * The mentor as whom a member of the staff writes in discussions. Comments stand under users, so each member has a row there
 * from the first comment on. It has no phone, so nobody logs in to it, and `staff_id` tells it from learners.
 * @returns whether it had another name until now, which learners then read at all that it wrote
 */
export async function mentorOfStaff(
  tx: Db,
  { id: staff_id, name }: { id: number; name: string },
  now: number,
): Promise<{ id: number; renamed: boolean }> {
  const before = await tx.selectFrom('users').select(['id', 'name']).where('staff_id', '=', staff_id).executeTakeFirst()
  if (before?.name === name) return { id: before.id, renamed: false }
  const { id } = await tx
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
    .onConflict((of) => of.columns(['country_code', 'phone']).doUpdateSet({ name }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, renamed: before !== undefined }
}
