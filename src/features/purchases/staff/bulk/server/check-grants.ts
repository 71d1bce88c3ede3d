import { setImmediate } from 'node:timers/promises'
import type { Db } from '#db/database.ts'
import type { BadRow, ReadList } from '#features/auth/staff/phone-list/phone-list.contract.ts'
import {
  inOrder,
  inParts,
  matchList,
  type MatchedPhone,
} from '#features/auth/staff/phone-list/server/learners-listed.ts'
import { badRow, type ChosenColumns } from '#features/auth/staff/phone-list/server/read-phones.ts'
import { notFound } from '#lib/both/calls/errors.ts'

/** Which learners of a file get a course. */
export interface GrantList extends ChosenColumns {
  courseId: number
  csv: string
  /** Phones without an account cannot be used, or are added. */
  newLearners: 'refuse' | 'add'
}

export interface CheckedGrants {
  course: { id: number; title: string; validity_days: number }
  list: ReadList
  /** Phones of the file that get the course, by line. */
  phones: MatchedPhone[]
  /** Learners of the file, by number. */
  learners: number[]
  /** Those of them who have or had the course. */
  having: Set<number>
  bad: BadRow[]
}

/**
 * Finds the learners of a file, and each line that cannot be used, in the order of the file. Others have their turn meanwhile.
 * @throws notFound when there is no such course, invalid as `readPhones`
 */
export async function checkGrants(
  db: Db,
  { courseId, csv, newLearners, ...chosen }: GrantList,
): Promise<CheckedGrants> {
  const course = await db
    .selectFrom('courses')
    .select(['id', 'title', 'validity_days'])
    .where('id', '=', courseId)
    .executeTakeFirst()
  if (!course) throw notFound(`There is no course ${courseId}`)
  const { list, phones: all, bad } = await matchList(db, csv, chosen)
  const phones = newLearners === 'add' ? all : all.filter(({ learner }) => learner)
  const refused = newLearners === 'add' ? [] : all.filter(({ learner }) => !learner)
  const learners = phones.flatMap(({ learner }) => (learner ? [learner.id] : [])).sort((one, other) => one - other)
  return {
    course,
    list,
    phones,
    learners,
    having: await whoHave(db, courseId, learners),
    bad: inOrder([...bad, ...refused.map(({ line, typed }) => badRow(line, typed, 'no_account'))]),
  }
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
