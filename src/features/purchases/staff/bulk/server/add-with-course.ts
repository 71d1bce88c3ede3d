import type { Services } from '#core/context.ts'
import type { StaffWork } from '#core/staff/staff-log.ts'
import { inTransaction } from '#db/statements/transaction.ts'
import { reachablePhone } from '#features/auth/server/codes/phone.ts'
import { addLearners } from '#features/auth/staff/account/server/add-learners.ts'
import { conflict } from '#lib/both/calls/errors.ts'
import { grantAccess } from '../../../server/access.ts'

export interface AddedLearner {
  name: string
  /** As it was typed. */
  mobile: string
  courseId: number
  /** As of one grant: days, or an instant; the course's validity without. */
  days?: number | undefined
  until?: number | undefined
}

/**
 * Adds a learner who has never logged in and opens a course, in one transaction. No code is sent.
 * @throws invalid naming `mobile` for a phone that gets no codes; conflict `phone_taken`, with the name, when a learner has the
 * phone; as `grantAccess`
 */
export function addWithCourse(
  { db, codes }: Pick<Services, 'db' | 'codes'>,
  work: StaffWork,
  { name, mobile, ...access }: AddedLearner,
): Promise<{ userId: number; until: number }> {
  const phone = reachablePhone({ codes }, mobile)
  return inTransaction(db, async (tx) => {
    const known = await tx
      .selectFrom('users')
      .select(['id', 'name'])
      .where('country_code', '=', phone.countryCode)
      .where('phone', '=', phone.phone)
      .where(({ or, eb }) => or([eb('registration_completed', '=', 1), eb('name', 'is not', null)]))
      .executeTakeFirst()
    if (known)
      throw conflict(
        `This is the phone of ${known.name ?? 'a learner'} (learner ${known.id}). Open their page to grant a course.`,
        'phone_taken',
      )
    const {
      ids: [userId],
    } = await addLearners(tx, work, [{ ...phone, name }])
    return { userId: userId!, until: await grantAccess(tx, work, { userId: userId!, ...access }) }
  })
}
