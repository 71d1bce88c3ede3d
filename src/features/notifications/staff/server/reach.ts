import { setImmediate } from 'node:timers/promises'
import type { Db } from '#db/database.ts'
import { inParts } from '#features/auth/staff/phone-list/server/learners-listed.ts'
import { isWanted } from '../../server/send-notification.ts'
import { MOST_COUNTED_BROWSERS } from '../announcements.rules.ts'

/** Whom something is for: everybody, those who have a course now, or some learners by number. */
export type Told = 'all' | { courseId: number } | { learners: readonly number[] }

const counted = <Row>(row: Row & { count: number | string }) => Number(row.count)

/** How many learners would be told now. */
export async function countLearners(db: Db, told: Told, now: number): Promise<number> {
  if (told === 'all') {
    const all = db
      .selectFrom('users')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('deleted_at', 'is', null)
      .where('staff_id', 'is', null)
    return counted(await all.executeTakeFirstOrThrow())
  }
  if ('learners' in told) return told.learners.length
  const having = db
    .selectFrom('enrolments')
    .innerJoin('users', 'users.id', 'enrolments.user_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('enrolments.course_id', '=', told.courseId)
    .where('enrolments.valid_until', '>=', now)
    .where('users.deleted_at', 'is', null)
  return counted(await having.executeTakeFirstOrThrow())
}

/** How many browsers it would be pushed to: at most one more than MOST_COUNTED_BROWSERS, which says that there are more. */
export async function countBrowsers(db: Db, told: Told, now: number): Promise<number> {
  if (told === 'all' || 'courseId' in told) return countSome(db, told, now)
  let browsers = 0
  for (const learners of inParts(told.learners)) {
    browsers += await countSome(db, { learners }, now)
    await setImmediate()
  }
  return browsers
}

async function countSome(db: Db, told: Told, now: number): Promise<number> {
  const some = db
    .selectFrom('push_subscriptions as browser')
    .innerJoin('sessions', 'sessions.id', 'browser.session_id')
    .leftJoin('push_choices as choice', (join) =>
      join
        .onRef('choice.user_id', '=', 'browser.user_id')
        .on('choice.kind', '=', 'announcements')
        .on('choice.pushed', '=', 0),
    )
    .select('browser.id')
    .where(isWanted(now))
    .$if(told !== 'all' && 'learners' in told, (query) =>
      query.where('browser.user_id', 'in', (told as { learners: readonly number[] }).learners),
    )
    .$if(told !== 'all' && 'courseId' in told, (query) =>
      query
        .innerJoin('enrolments', 'enrolments.user_id', 'browser.user_id')
        .where('enrolments.course_id', '=', (told as { courseId: number }).courseId)
        .where('enrolments.valid_until', '>=', now),
    )
    .limit(MOST_COUNTED_BROWSERS + 1)
  const row = await db
    .selectFrom(some.as('some'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return counted(row)
}
