import type { Db } from '#db/database.ts'
import { preparedOnce, type Slots } from '#db/statements/prepared.ts'

/**
 * What a learner may see: what was written to them, to everybody, and to those who had a course at the time. Each of the
 * three is looked up by an index: together as one condition they would be looked for among what all courses are told.
 */
export function visibleTo(db: Db, userId: number, now: number) {
  return db
    .selectFrom('notifications')
    .leftJoin('notification_reads as seen', (join) =>
      join.onRef('seen.notification_id', '=', 'notifications.id').on('seen.user_id', '=', userId),
    )
    .where('notifications.expires_at', '>', now)
    .where('notifications.id', 'in', ({ selectFrom }) =>
      selectFrom('notifications as own')
        .where('own.user_id', '=', userId)
        .select('own.id')
        .unionAll(
          selectFrom('notifications as shared')
            .where('shared.user_id', 'is', null)
            .where('shared.course_id', 'is', null)
            .select('shared.id'),
        )
        .unionAll(
          selectFrom('enrolments')
            .innerJoin('notifications as shared', 'shared.course_id', 'enrolments.course_id')
            .where('enrolments.user_id', '=', userId)
            .where('shared.user_id', 'is', null)
            .whereRef('shared.created_at', '>=', 'enrolments.created_at')
            .whereRef('shared.created_at', '<=', 'enrolments.valid_until')
            .select('shared.id'),
        ),
    )
}

/** How many of them the learner has not read. */
export async function unreadOf(db: Db, userId: number, now: number): Promise<number> {
  const [counted] = await countUnread(db, { userId, now })
  return counted?.unread ?? 0
}

/** Runs with every page of a learner. */
const countUnread = preparedOnce((db, slot: Slots<{ userId: number; now: number }>) =>
  visibleTo(db, slot('userId'), slot('now'))
    .where('seen.user_id', 'is', null)
    .select(({ fn }) => fn.countAll<number>().as('unread')),
)
