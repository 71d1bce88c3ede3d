import type { StaffContext } from '#core/context.ts'
import type { Db } from '#db/database.ts'
import { learnerFacts } from '#features/auth/staff/server/learner-facts.ts'
import type { InputOf, ReplyOf } from '#lib/both/calls/endpoint.ts'
import { notFound } from '#lib/both/calls/errors.ts'
import { shownHtml } from '#lib/server/text/learner-text.ts'
import { COMMENT_DELETED, standsDeleted } from '../../server/moderation/deleted-comments.ts'
import { NO_COMMENT } from '../../server/panel.ts'
import type * as contracts from '../threads.contract.ts'
import { writerColumns, writerOf } from './list-threads.ts'
import { sightOf } from './moderate.ts'

/** Replies that are shown, the newest. */
const SHOWN_REPLIES = 500

/**
 * The thread of a comment or reply as staff see it.
 * @throws notFound when there is no such comment, or it is deleted and no reply to it can be seen
 */
export async function showThread(
  ctx: StaffContext,
  { params: { id } }: InputOf<typeof contracts.showThread>,
): Promise<ReplyOf<typeof contracts.showThread>> {
  const { db, staff } = ctx
  const thread = await db
    .selectFrom('discussions')
    .innerJoin('discussion_panels as panel', 'panel.id', 'discussions.panel_id')
    .innerJoin('courses', 'courses.id', 'panel.course_id')
    .select(({ fn }) => [
      fn.coalesce('discussions.parent_id', 'discussions.id').as('id'),
      'courses.id as course_id',
      'courses.title as course',
      'panel.id as panel_id',
    ])
    .where('discussions.id', '=', id)
    .executeTakeFirst()
  const [top] = thread ? await comments(db, 'id', thread.id, 1, { deleted: true }) : []
  if (!thread || !top) throw notFound(NO_COMMENT)
  const { total } = await db
    .selectFrom('discussions')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('parent_id', '=', thread.id)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  const all = [top, ...(await comments(db, 'parent_id', thread.id, SHOWN_REPLIES))]
  const reports = await reportsOf(
    db,
    all.map((comment) => comment.id),
  )
  return {
    id: thread.id,
    course: { id: thread.course_id, title: thread.course },
    panel_id: thread.panel_id,
    comments: all.map((row) => ({
      id: row.id,
      parent_id: row.parent_id,
      writer: writerOf(row),
      content: sightOf(row) === 'deleted' ? COMMENT_DELETED : shownHtml(row.content_html),
      created_at: row.created_at,
      sight: sightOf(row),
      reports: reports.get(row.id) ?? [],
    })),
    replies: total,
    learner: (await learnerFacts(ctx, top.writer_id, staff.roles)) ?? null,
    may_reply: staff.roles.some((role) => role === 'owner' || role === 'mentor'),
  }
}

/**
 * A comment by its number, or the newest replies to one, oldest first; hidden ones too.
 * @param options.deleted a comment that its writer deleted is found as long as replies to it can be seen
 */
async function comments(
  db: Db,
  by: 'id' | 'parent_id',
  id: number,
  most: number,
  { deleted = false }: { deleted?: boolean } = {},
) {
  const rows = await db
    .selectFrom('discussions as comment')
    .innerJoin('users', 'users.id', 'comment.user_id')
    .select(['comment.id', 'comment.parent_id', 'comment.content_html', 'comment.created_at'])
    .select(['comment.deleted_at', 'comment.hidden_at'])
    .select(writerColumns)
    .where(`comment.${by}`, '=', id)
    .where(({ or, eb }) =>
      or([
        eb('comment.deleted_at', 'is', null),
        eb('comment.hidden_at', 'is not', null),
        ...(deleted ? [standsDeleted('comment')] : []),
      ]),
    )
    .orderBy('comment.created_at', 'desc')
    .orderBy('comment.id', 'desc')
    .limit(most)
    .execute()
  return rows.reverse()
}

interface Report {
  by: string | null
  at: number
  settled_at: number | null
}

/** By comment, oldest first. */
async function reportsOf(db: Db, ids: number[]): Promise<Map<number, Report[]>> {
  const rows = await db
    .selectFrom('discussion_reports as report')
    .innerJoin('users', 'users.id', 'report.user_id')
    .select(['report.discussion_id', 'users.name as by', 'report.created_at as at', 'report.settled_at'])
    .where('report.discussion_id', 'in', ids)
    .orderBy('report.created_at')
    .orderBy('report.user_id')
    .execute()
  const found = new Map<number, Report[]>()
  for (const { discussion_id, ...report } of rows)
    found.set(discussion_id, [...(found.get(discussion_id) ?? []), report])
  return found
}
