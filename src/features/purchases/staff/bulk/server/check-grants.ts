import { setImmediate } from 'node:timers/promises'
import type { Db } from '#db/database.ts'
import type { BadRow } from '#features/auth/staff/phone-list/phone-list.contract.ts'
import { inParts, learnersListed } from '#features/auth/staff/phone-list/server/learners-listed.ts'
import { notFound } from '#lib/both/calls/errors.ts'

export interface CheckedGrants {
  course: { id: number; title: string; validity_days: number }
  /** Learners of the file, by number. */
  learners: number[]
  /** Those of them who have or had the course. */
  having: Set<number>
  bad: BadRow[]
}

/**
 * Whom a file means, and each line that cannot be used, in the order of the file. Others have their turn meanwhile.
 * @throws notFound when there is no such course, invalid as `readPhones`
 */
export async function checkGrants(db: Db, courseId: number, csv: string): Promise<CheckedGrants> {
  const course = await db
    .selectFrom('courses')
    .select(['id', 'title', 'validity_days'])
    .where('id', '=', courseId)
    .executeTakeFirst()
  if (!course) throw notFound(`There is no course ${courseId}`)
  const { learners, bad } = await learnersListed(db, csv)
  return { course, learners, having: await whoHave(db, courseId, learners), bad }
}

async function whoHave(db: Db, courseId: number, learners: readonly number[]): Promise<Set<number>> {
  const having = new Set<number>()
  for (const some of inParts(learners)) {
    const rows = await db
      .selectFrom('enrolments')
      .select('user_id')
      .where('course_id', '=', courseId)
      .where('user_id', 'in', some)
      .execute()
    for (const row of rows) having.add(row.user_id)
    await setImmediate()
  }
  return having
}
