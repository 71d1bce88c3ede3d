import type { Services } from '#core/context.ts'
import { readFact, writeFact } from '#db/meta.ts'
import { holdEnrolment } from './change-access.ts'

/** Enrolments in one pass. */
const BATCH = 200

/** Id of the last enrolment whose periods are stored. */
const lastKey = 'access-periods-stored'

/**
 * Stores the periods of enrolments from before they were stored, in the order of their ids, some of them a pass. No end of
 * access changes.
 * @returns how many enrolments it looked at
 */
export async function storeEarlierPeriods(
  { db, now }: Pick<Services, 'db' | 'now'>,
  stopped = () => false,
): Promise<number> {
  const last = Number((await readFact(db, lastKey)) ?? 0)
  const enrolments = await db
    .selectFrom('enrolments')
    .select(['id', 'user_id', 'course_id'])
    .where('id', '>', last)
    .orderBy('id')
    .limit(BATCH)
    .execute()
  let done = 0
  for (const { user_id: userId, course_id: courseId } of enrolments) {
    if (stopped()) break
    await db.transaction().execute((tx) => holdEnrolment(tx, { userId, courseId }, now()))
    done += 1
  }
  if (done > 0) await writeFact(db, lastKey, String(enrolments[done - 1]!.id))
  return done
}
