import { sql } from 'kysely'
import type { ActivityLogTable, Db } from '#db/database.ts'
import { MINUTE } from '#lib/both/time/clock.ts'
import type { LearnerContext } from './context.ts'

/** What learners did beside what is kept of it elsewhere: one log for the features that note such a thing. */

type Kind = ActivityLogTable['kind']

/** The same again within this time is the same click, or a program that will not stop. */
const ONCE_IN = MINUTE

interface Activity {
  userId: number
  kind: Kind
  /** The course, workout, live class or splash. */
  target: number
  /** Milliseconds since 1970. */
  at: number
}

/** Notes what a learner did. Whether it was noted before is for the caller to know. */
export async function logActivity(db: Db, { userId, kind, target, at }: Activity): Promise<void> {
  await db
    .insertInto('activity_log')
    .values({ user_id: userId, kind, target_id: target, detail: '', created_at: at })
    .execute()
}

/** The same for what may be done often, in one statement; nothing is written when the same was noted a moment ago. */
export async function logActivitySeldom(
  { groupCommit, user, now }: Pick<LearnerContext, 'groupCommit' | 'user' | 'now'>,
  kind: Kind,
  target: number,
  detail = '',
): Promise<void> {
  const instant = now()
  await groupCommit((db) =>
    db
      .insertInto('activity_log')
      .columns(['user_id', 'kind', 'target_id', 'detail', 'created_at'])
      .expression(
        db
          .selectNoFrom([
            sql<number>`cast(${user.id} as integer)`.as('user_id'),
            sql<Kind>`cast(${kind} as text)`.as('kind'),
            sql<number>`cast(${target} as integer)`.as('target_id'),
            sql<string>`cast(${detail} as text)`.as('detail'),
            sql<number>`cast(${instant} as bigint)`.as('created_at'),
          ])
          .where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom('activity_log')
                  .where('user_id', '=', user.id)
                  .where('kind', '=', kind)
                  .where('target_id', '=', target)
                  .where('detail', '=', detail)
                  .where('created_at', '>', instant - ONCE_IN)
                  .select('activity_log.id'),
              ),
            ),
          ),
      )
      .execute(),
  )
}
