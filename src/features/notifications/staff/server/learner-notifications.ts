import type { StaffContext } from '#core/context.ts'
import type { Db } from '#db/database.ts'
import { learnerNumbered } from '#features/auth/server/accounts.ts'
import type { InputOf, ReplyOf } from '#lib/both/calls/endpoint.ts'
import { visibleTo } from '../../server/visible.ts'
import type { listLearnerNotifications as contract, LearnerNotification } from '../learner-notifications.contract.ts'

/** Notifications a page. */
const PAGE = 20

/** @throws notFound */
export async function listLearnerNotifications(
  { db, now }: StaffContext,
  { params: { id: userId }, query: { before } }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  await learnerNumbered(db, userId)
  const from = before === undefined ? undefined : await createdAt(db, before)
  const rows = await visibleTo(db, userId, now())
    .$if(from !== undefined, (query) =>
      query.where(({ or, and, eb }) =>
        or([
          eb('notifications.created_at', '<', from!),
          and([eb('notifications.created_at', '=', from!), eb('notifications.id', '<', before!)]),
        ]),
      ),
    )
    .select([
      'notifications.id',
      'notifications.kind',
      'notifications.user_id',
      'notifications.course_id',
      'notifications.title',
      'notifications.message_html as message',
      'notifications.created_at',
      'seen.user_id as reader',
    ])
    .orderBy('notifications.created_at', 'desc')
    .orderBy('notifications.id', 'desc')
    .limit(PAGE + 1)
    .execute()
  const shown = rows.slice(0, PAGE)
  const data = shown.map(({ user_id, course_id, reader, ...row }): LearnerNotification => ({
    ...row,
    to: user_id !== null ? 'learner' : course_id !== null ? 'course' : 'all',
    read: reader !== null,
  }))
  return { data, next: rows.length > PAGE ? shown.at(-1)!.id : null }
}

/** Content has notifications of other times than its import. @returns when the one was written after which a page begins */
async function createdAt(db: Db, id: number): Promise<number> {
  const row = await db.selectFrom('notifications').select('created_at').where('id', '=', id).executeTakeFirst()
  // It was withdrawn meanwhile: the next page begins at the first.
  return row?.created_at ?? Number.MAX_SAFE_INTEGER
}
