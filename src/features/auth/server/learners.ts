import type { Db } from '#db/database.ts'

/** Learners as those who run the site look for them. */

/** Learners a page. */
export const STAFF_PAGE = 20

const shown = ['users.id', 'users.name', 'users.country_code', 'users.phone', 'users.role'] as const

/** Learners with a log-in that was used since `since`, the one seen last first. */
export async function activeLearners(db: Db, { since, now, page }: { since: number; now: number; page: number }) {
  const active = db
    .selectFrom('sessions')
    .where('sessions.revoked_at', 'is', null)
    .where('sessions.expires_at', '>', now)
    .where('sessions.last_seen_at', '>=', since)
  const { total } = await active
    .select(({ fn }) => fn.count<number>('sessions.user_id').distinct().as('total'))
    .executeTakeFirstOrThrow()
  const learners = await active
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(({ fn }) => [
      ...shown,
      fn.countAll<number>().as('sessions'),
      fn.max<number>('sessions.last_seen_at').as('seen_at'),
    ])
    .groupBy(shown)
    .orderBy('seen_at', 'desc')
    .orderBy('users.id')
    .limit(STAFF_PAGE)
    .offset((page - 1) * STAFF_PAGE)
    .execute()
  return { learners, total }
}

/** Log-ins of a learner that work, the one used last first. */
export function liveSessions(db: Db, userId: number, now: number) {
  return db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'created_at', 'last_seen_at'])
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}
