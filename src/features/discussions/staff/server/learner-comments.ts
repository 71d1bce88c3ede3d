import type { StaffContext } from '#core/context.ts'
import { learnerNumbered } from '#features/auth/server/accounts.ts'
import type { InputOf, ReplyOf } from '#lib/both/calls/endpoint.ts'
import type { listLearnerComments as contract } from '../learner-comments.contract.ts'

/** Comments a page. */
const PAGE = 20

/** @throws notFound */
export async function listLearnerComments(
  { db }: StaffContext,
  { params: { id: userId }, query: { before } }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  await learnerNumbered(db, userId)
  const rows = await db
    .selectFrom('discussions as comment')
    .innerJoin('discussion_panels as panel', 'panel.id', 'comment.panel_id')
    .innerJoin('courses', 'courses.id', 'panel.course_id')
    .where('comment.user_id', '=', userId)
    .where(({ or, eb }) => or([eb('comment.deleted_at', 'is', null), eb('comment.hidden_at', 'is not', null)]))
    .$if(before !== undefined, (query) => query.where('comment.id', '<', before!))
    .select(({ selectFrom, fn }) => [
      'comment.id',
      'comment.parent_id',
      'comment.content_html as content',
      'comment.created_at',
      'comment.hidden_at',
      'courses.id as course_id',
      'courses.title',
      selectFrom('discussion_reports as report')
        .whereRef('report.discussion_id', '=', 'comment.id')
        .where('report.settled_at', 'is', null)
        .select(fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('reports'),
    ])
    .orderBy('comment.id', 'desc')
    .limit(PAGE + 1)
    .execute()
  const shown = rows.slice(0, PAGE)
  return {
    data: shown.map(({ course_id, title, hidden_at, ...row }) => ({
      ...row,
      course: { id: course_id, title },
      hidden: hidden_at !== null,
    })),
    next: rows.length > PAGE ? shown.at(-1)!.id : null,
  }
}
