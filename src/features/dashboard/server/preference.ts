import type { LearnerContext } from '#core/context.ts'
import type { InputOf } from '#lib/both/calls/endpoint.ts'
import { invalid } from '#lib/both/calls/errors.ts'
import type { createPreference as contract } from '../dashboard.contract.ts'

/**
 * Stores what the learner prepares for; the latest answer counts.
 * @throws invalid of options that were not offered, and when neither courses nor exams are wanted
 */
export async function createPreference(
  { db, user, now }: LearnerContext,
  { body }: Pick<InputOf<typeof contract>, 'body'>,
) {
  const { course, exam } = body
  const options = [...new Set(body.options)]
  const known = await db
    .selectFrom('course_groups')
    .select('key')
    .where('key', 'in', options)
    .where('retired', '=', 0)
    .execute()
  if (known.length < options.length) throw invalid({ options: 'Must be among those that are offered' })
  if (course + exam === 0) throw invalid({ course: 'Courses, exams or both must be chosen' })
  const answer = { options: JSON.stringify(options), course, exam, changed_at: now() }
  await db
    .insertInto('user_preferences')
    .values({ user_id: user.id, ...answer })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(answer))
    .execute()
  return { status: true, success: true, message: 'Preferences saved' }
}
