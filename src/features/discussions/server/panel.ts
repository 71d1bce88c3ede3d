import { sql, type RawBuilder } from 'kysely'
import type { LearnerContext } from '#core/context.ts'
import type { Db } from '#db/database.ts'
import { preparedOnce, type Slots } from '#db/statements/prepared.ts'
import { courseStatus } from '#features/catalogue/catalogue.rules.ts'
import { forbidden, notFound } from '#lib/both/calls/errors.ts'
import { NOT_ACTIVE } from '../discussions.rules.ts'
import { keepsReplies, standsDeleted } from './moderation/deleted-comments.ts'

/** Runs four times a minute for every open course page. */
const findPanel = preparedOnce((db, slot: Slots<{ panelId: number; userId: number }>) =>
  db
    .selectFrom('discussion_panels as panel')
    .leftJoin('enrolments', (join) =>
      join.onRef('enrolments.course_id', '=', 'panel.course_id').on('enrolments.user_id', '=', slot('userId')),
    )
    .select(({ selectFrom }) => [
      'panel.id',
      'panel.changes',
      'enrolments.valid_until',
      // A server of the version before, which may run beside this one for a while, does not count what it stores: these two
      // tell of it.
      selectFrom('discussions')
        .where(writtenIn(sql.ref('panel.id')))
        .orderBy('panel_id', 'desc')
        .orderBy('discussions.id', 'desc')
        .limit(1)
        .select('discussions.id')
        .as('last'),
      selectFrom('discussions')
        .whereRef('panel_id', '=', 'panel.id')
        .select(({ fn }) => fn.max<number | null>('deleted_at').as('deleted'))
        .as('deleted'),
      // Not joined: SQLite would look through all comments of the panel for those that the learner has reported.
      selectFrom('discussion_reports as report')
        .where('report.user_id', '=', slot('userId'))
        .where(({ eb, selectFrom: from }) =>
          eb(
            from('discussions').whereRef('discussions.id', '=', 'report.discussion_id').select('discussions.panel_id'),
            '=',
            eb.ref('panel.id'),
          ),
        )
        .select(({ fn }) => fn.countAll<number>().as('reports'))
        .as('reports'),
    ])
    .where('panel.id', '=', slot('panelId'))
    .where('panel.retired', '=', 0),
)

/**
 * The panel, for a learner whose course is active; what tells one state of it from another; and of how many comments in it
 * the learner has said that they do not belong there. One statement.
 * @throws notFound when there is no such panel
 * @throws forbidden when the learner's course is not active
 */
export async function panelFor({ db, user, now }: LearnerContext, panelId: number) {
  const [panel] = await findPanel(db, { panelId, userId: user.id })
  if (!panel) throw notFound('There is no such discussion panel')
  requireActive(panel, now())
  const version = [panel.id, panel.last ?? 0, panel.deleted ?? 0, panel.changes].join('-')
  return { id: panel.id, version, reports: panel.reports ?? 0 }
}

/**
 * What is written in a panel, worded for its newest to be asked for, in the order of the index. Of `panel_id = 7` PostgreSQL
 * would expect some among the newest comments of all panels and look through those, however long ago the last was written.
 */
function writtenIn(panel: RawBuilder<unknown>) {
  return sql<boolean>`discussions.panel_id between ${panel} and ${panel}`
}

/**
 * A comment or reply that can still be read, for a learner whose course is active.
 * @param options.deleted a deleted comment is found as long as replies to it can be seen
 * @throws notFound when there is no such comment, or it was deleted
 * @throws forbidden when the learner's course is not active
 */
export async function commentFor(
  { db, user, now }: LearnerContext,
  commentId: number,
  { deleted = false }: { deleted?: boolean } = {},
) {
  const comment = await db
    .selectFrom('discussions as comment')
    .innerJoin('discussion_panels as panel', 'panel.id', 'comment.panel_id')
    .leftJoin('discussions as parent', 'parent.id', 'comment.parent_id')
    .leftJoin('enrolments', (join) =>
      join.onRef('enrolments.course_id', '=', 'panel.course_id').on('enrolments.user_id', '=', user.id),
    )
    .select(['comment.id', 'comment.user_id', 'comment.panel_id', 'comment.parent_id', 'enrolments.valid_until'])
    .where('comment.id', '=', commentId)
    .where(({ or, eb }) => or([eb('comment.deleted_at', 'is', null), ...(deleted ? [standsDeleted('comment')] : [])]))
    .where(({ or, eb }) => or([eb('parent.deleted_at', 'is', null), keepsReplies('parent')]))
    .where('panel.retired', '=', 0)
    .executeTakeFirst()
  if (!comment) throw notFound(NO_COMMENT)
  requireActive(comment, now())
  const { id, user_id: userId, panel_id, parent_id } = comment
  return { id, userId, panel_id, parent_id }
}

/**
 * What a reply to a comment goes below: the comment itself, or the one it replies to.
 * @param panelId where it must be; any panel where it is left out
 * @throws notFound when it is not there, or was deleted and has no replies
 */
export async function topComment(
  db: Db,
  commentId: number,
  panelId?: number,
): Promise<{ id: number; panelId: number }> {
  const comment = await db
    .selectFrom('discussions as comment')
    .leftJoin('discussions as top', 'top.id', 'comment.parent_id')
    .select(['comment.id', 'comment.parent_id', 'comment.panel_id'])
    .where('comment.id', '=', commentId)
    .$if(panelId !== undefined, (query) => query.where('comment.panel_id', '=', panelId!))
    .where(({ or, eb }) => or([eb('comment.deleted_at', 'is', null), standsDeleted('comment')]))
    .where(({ or, eb }) => or([eb('top.deleted_at', 'is', null), keepsReplies('top')]))
    .executeTakeFirst()
  if (!comment) throw notFound(NO_COMMENT)
  return { id: comment.parent_id ?? comment.id, panelId: comment.panel_id }
}

/** Said of a comment that is not there, or no more. */
export const NO_COMMENT = 'There is no such comment'

function requireActive({ valid_until }: { valid_until: number | null }, now: number): void {
  const status = courseStatus(valid_until === null ? undefined : { valid_until }, now)
  if (status !== 'Active') throw forbidden(NOT_ACTIVE)
}
