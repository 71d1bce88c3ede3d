import { sql, type ExpressionBuilder } from 'kysely'
import type { Database, Db } from '#db/database.ts'
import { inTransaction } from '#db/statements/transaction.ts'
import { invalid, notFound } from '#lib/both/calls/errors.ts'
import { learnerHtml } from '#lib/server/text/learner-text.ts'
import { MOST_TEXT } from '../../discussions.contract.ts'
import { textProblem } from '../../discussions.rules.ts'
import { countChange } from '../panel-changes.ts'
import { NO_COMMENT, topComment } from '../panel.ts'
import { tellOfReply } from '../tell-of-reply.ts'

/** Discussions as the people who answer see them, in all courses. */

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
    .where('comment.deleted_at', 'is', null)
    .where('panel.retired', '=', 0)
    .$if(unanswered, (query) =>
      query
        .where('users.role', '=', 'learner')
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
      'comment.content_html',
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
 * Replies to a comment as a mentor. No limits and no bought course: the mentor is at work.
 * @param mentor name, phone or user id
 * @throws notFound when there is no such comment or mentor
 * @throws invalid when the message is empty or too long
 */
export async function replyAsMentor(
  db: Db,
  now: number,
  { commentId, mentor, message }: { commentId: number; mentor: string; message: string },
): Promise<{ id: number; parent_id: number; mentor: string }> {
  const text = message.trim()
  const problem =
    textProblem(text, true) ?? (text.length > MOST_TEXT ? `A reply has at most ${MOST_TEXT} characters` : undefined)
  if (problem) throw invalid({ message: problem })
  const writer = await mentorNamed(db, mentor.trim())
  const top = await topComment(db, commentId)
  const id = await inTransaction(db, async (tx) => {
    const reply = await tx
      .insertInto('discussions')
      .values({
        panel_id: top.panelId,
        user_id: writer.id,
        parent_id: top.id,
        content_html: learnerHtml(text),
        created_at: now,
      })
      .returning(['id', 'panel_id', 'user_id', 'parent_id', 'content_html'])
      .executeTakeFirstOrThrow()
    await tellOfReply(tx, { reply, to: commentId, author: { name: writer.name, role: 'mentor' }, now })
    await countChange(tx, top.panelId)
    return reply.id
  })
  return { id, parent_id: top.id, mentor: writer.name ?? writer.phone }
}

async function mentorNamed(db: Db, given: string) {
  const mentors = await db
    .selectFrom('users')
    .select(['id', 'name', 'phone'])
    .where('role', '=', 'mentor')
    .orderBy('name')
    .orderBy('id')
    .execute()
  const fits = mentors.filter(
    ({ id, name, phone }) => name?.toLowerCase() === given.toLowerCase() || phone === given || String(id) === given,
  )
  if (fits.length === 1) return fits[0]!
  const all = mentors.map(({ id, name, phone }) => `${name ?? phone} (${id})`).join(', ')
  if (mentors.length === 0) throw notFound('There are no mentors: no user has the role mentor')
  if (fits.length > 1) throw notFound(`Several mentors are called '${given}'; use the user id: ${all}`)
  throw notFound(`There is no mentor '${given}'. Mentors: ${all}`)
}
