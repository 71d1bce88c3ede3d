import { sql, type ExpressionBuilder } from 'kysely'
import type { Database, Db } from '#db/database.ts'
import { notFound } from '#lib/both/calls/errors.ts'
import { COMMENT_DELETED, standsDeleted } from '../../server/moderation/deleted-comments.ts'
import { NO_COMMENT } from '../../server/panel.ts'
import type { Mentor } from './answer-comment.ts'

/** Discussions of all courses as commands show them. */

/** Comments a page. */
export const STAFF_PAGE = 20

/**
 * Top-level comments of learners and mentors, newest first, each with the count of its replies.
 * @param unanswered only those of learners to which no mentor has replied
 */
export async function listForStaff(db: Db, { unanswered, page }: { unanswered: boolean; page: number }) {
  const found = db
    .selectFrom('discussions as comment')
    .innerJoin('discussion_panels as panel', 'panel.id', 'comment.panel_id')
    .innerJoin('courses', 'courses.id', 'panel.course_id')
    .innerJoin('users', 'users.id', 'comment.user_id')
    .where('comment.parent_id', 'is', null)
    .where(({ or, eb }) => or([eb('comment.deleted_at', 'is', null), standsDeleted('comment')]))
    .where('panel.retired', '=', 0)
    .$if(unanswered, (query) =>
      query
        .where('users.role', '=', 'learner')
        .where('comment.deleted_at', 'is', null)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('discussions as reply')
                .innerJoin('users as writer', 'writer.id', 'reply.user_id')
                .select('reply.id')
                .whereRef('reply.parent_id', '=', 'comment.id')
                .where('reply.deleted_at', 'is', null)
                .where('writer.role', '=', 'mentor'),
            ),
          ),
        ),
    )
  const { total } = await found.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const comments = await found
    .select(({ selectFrom }) => [
      'comment.id',
      'comment.created_at',
      sql<string>`case when comment.deleted_at is null then comment.content_html else ${COMMENT_DELETED} end`.as(
        'content_html',
      ),
      'courses.title as course',
      'users.name',
      selectFrom('discussions as reply')
        .select(sql<number>`count(*)`.as('replies'))
        .whereRef('reply.parent_id', '=', 'comment.id')
        .where('reply.deleted_at', 'is', null)
        .$castTo<number>()
        .as('replies'),
    ])
    .orderBy('comment.created_at', 'desc')
    .orderBy('comment.id', 'desc')
    .limit(STAFF_PAGE)
    .offset((page - 1) * STAFF_PAGE)
    .execute()
  return { comments, total }
}

/**
 * The comment that `commentId` names, or replies to, with all its replies, oldest first; those that staff have hidden
 * are among them, and those that were deleted are not.
 * @throws notFound when there is no such comment, or it was deleted
 */
export async function discussionThread(db: Db, commentId: number) {
  const top = await db
    .selectFrom('discussions')
    .innerJoin('discussion_panels as panel', 'panel.id', 'discussions.panel_id')
    .innerJoin('courses', 'courses.id', 'panel.course_id')
    .select(({ fn }) => [fn.coalesce('discussions.parent_id', 'discussions.id').as('id'), 'courses.title as course'])
    .where('discussions.id', '=', commentId)
    .where(seenByStaff)
    .executeTakeFirst()
  if (!top) throw notFound(NO_COMMENT)
  const comments = await db
    .selectFrom('discussions')
    .innerJoin('users', 'users.id', 'discussions.user_id')
    .select([
      'discussions.id',
      'discussions.content_html',
      'discussions.created_at',
      'discussions.hidden_at',
      'users.name',
      'users.role',
    ])
    .where(({ or, eb }) => or([eb('discussions.id', '=', top.id), eb('discussions.parent_id', '=', top.id)]))
    .where(seenByStaff)
    .orderBy('discussions.created_at')
    .orderBy('discussions.id')
    .execute()
  return { course: top.course, comments }
}

const seenByStaff = ({ or, eb }: ExpressionBuilder<Pick<Database, 'discussions'>, 'discussions'>) =>
  or([eb('discussions.deleted_at', 'is', null), eb('discussions.hidden_at', 'is not', null)])

/**
 * The mentor whom a command names: a user with that role, or somebody of the staff who may reply as one.
 * @param given name, phone or user id
 * @throws notFound with all of them
 */
export async function mentorNamed(db: Db, given: string): Promise<Mentor> {
  const users = await db
    .selectFrom('users')
    .select(['id', 'name', 'phone'])
    .where('role', '=', 'mentor')
    .where('staff_id', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .execute()
  const staff = await db
    .selectFrom('staff')
    .select(['id', 'name', 'phone'])
    .where('left_at', 'is', null)
    .where(({ or, eb }) => or([eb('roles', 'like', '%"owner"%'), eb('roles', 'like', '%"mentor"%')]))
    .orderBy('name')
    .orderBy('id')
    .execute()
  const mentors = [
    ...users.map((user) => ({ ...user, mentor: { user }, label: `${user.name ?? user.phone} (${user.id})` })),
    ...staff.map((member) => ({ ...member, id: '', mentor: { staff: member }, label: `${member.name} (staff)` })),
  ]
  const fits = mentors.filter(
    ({ id, name, phone }) => name?.toLowerCase() === given.toLowerCase() || phone === given || String(id) === given,
  )
  if (fits.length === 1) return fits[0]!.mentor
  const all = mentors.map(({ label }) => label).join(', ')
  if (mentors.length === 0) throw notFound('There are no mentors: no user has the role mentor')
  if (fits.length > 1) throw notFound(`Several mentors are called '${given}'; use the phone or the user id: ${all}`)
  throw notFound(`There is no mentor '${given}'. Mentors: ${all}`)
}
