import { sql, type ExpressionBuilder } from 'kysely'
import type { StaffContext } from '#core/context.ts'
import type { Database, Db } from '#db/database.ts'
import type { InputOf, ReplyOf } from '#lib/both/calls/endpoint.ts'
import { placeIn, placeText } from '#lib/both/calls/staff-fields.ts'
import { cutText } from '#lib/both/text/cut-text.ts'
import { escapedText, typedText } from '#lib/server/text/learner-text.ts'
import { COMMENT_DELETED, standsDeleted } from '../../server/moderation/deleted-comments.ts'
import { sightOf } from './moderate.ts'
import type * as contracts from '../threads.contract.ts'
import { THREADS_PAGE } from '../threads.contract.ts'

/** Characters of a comment that stand in a list. */
const SHOWN = 240

/** Threads, newest first, a page of them. */
export async function listThreads(
  { db }: StaffContext,
  { query }: InputOf<typeof contracts.listThreads>,
): Promise<ReplyOf<typeof contracts.listThreads>> {
  const { show, course, panel, text } = query
  const after = placeIn(query.after)
  const rows = await db
    .selectFrom('discussions as comment')
    .innerJoin('discussion_panels as panel', 'panel.id', 'comment.panel_id')
    .innerJoin('courses', 'courses.id', 'panel.course_id')
    .innerJoin('users', 'users.id', 'comment.user_id')
    .where('comment.parent_id', 'is', null)
    .where('panel.retired', '=', 0)
    .where(({ or, eb }) =>
      or([eb('comment.deleted_at', 'is', null), eb('comment.hidden_at', 'is not', null), standsDeleted('comment')]),
    )
    .$if(course !== undefined, (some) => some.where('panel.course_id', '=', course!))
    .$if(panel !== undefined, (some) => some.where('comment.panel_id', '=', panel!))
    .$if(after !== undefined, (some) =>
      some.where(sql<boolean>`(comment.created_at, comment.id) < (${after!.at}, ${after!.id})`),
    )
    .$if(show === 'unanswered', (some) =>
      some
        .where('users.role', '=', 'learner')
        .where('comment.deleted_at', 'is', null)
        .where(({ not }) => not(hasAnswer)),
    )
    .$if(show === 'reported', (some) => some.where('comment.id', 'in', reported(db)))
    .$if(show === 'hidden', (some) => some.where('comment.id', 'in', hidden(db)))
    .$if(Boolean(text), (some) => some.where('comment.id', 'in', saying(db, text!)))
    .select(({ selectFrom }) => [
      'comment.id',
      'comment.panel_id',
      'comment.content_html',
      'comment.created_at',
      'comment.deleted_at',
      'comment.hidden_at',
      'courses.id as course_id',
      'courses.title as course',
      ...writerColumns,
      sql<number>`case when ${hasAnswer} then 1 else 0 end`.as('answered'),
      selectFrom('discussions as reply')
        .select(({ fn }) => fn.countAll<number>().as('replies'))
        .whereRef('reply.parent_id', '=', 'comment.id')
        .where('reply.deleted_at', 'is', null)
        .as('replies'),
      selectFrom('discussions as reply')
        .select(({ fn }) => fn.countAll<number>().as('hidden'))
        .whereRef('reply.parent_id', '=', 'comment.id')
        .where('reply.hidden_at', 'is not', null)
        .as('hidden'),
      selectFrom('discussion_reports as report')
        .innerJoin('discussions as about', 'about.id', 'report.discussion_id')
        .select(({ fn }) => fn.countAll<number>().as('reports'))
        .where('report.settled_at', 'is', null)
        .where('about.deleted_at', 'is', null)
        .where(({ or, eb, ref }) =>
          or([eb('about.id', '=', ref('comment.id')), eb('about.parent_id', '=', ref('comment.id'))]),
        )
        .as('reports'),
    ])
    .orderBy('comment.created_at', 'desc')
    .orderBy('comment.id', 'desc')
    .limit(THREADS_PAGE + 1)
    .execute()
  const shown = rows.slice(0, THREADS_PAGE)
  const last = shown.at(-1)
  return {
    data: shown.map((row) => ({
      id: row.id,
      course: { id: row.course_id, title: row.course },
      panel_id: row.panel_id,
      writer: writerOf(row),
      words: sightOf(row) === 'deleted' ? COMMENT_DELETED : beginning(row.content_html),
      created_at: row.created_at,
      sight: sightOf(row),
      replies: row.replies ?? 0,
      answered: row.answered === 1,
      hidden: (row.hidden ?? 0) + (row.hidden_at === null ? 0 : 1),
      reports: row.reports ?? 0,
    })),
    next: rows.length > THREADS_PAGE && last ? placeText({ at: last.created_at, id: last.id }) : null,
  }
}

/** Courses that have a panel, by title. */
export async function discussionChoices({ db }: StaffContext): Promise<ReplyOf<typeof contracts.discussionChoices>> {
  const courses = await db
    .selectFrom('discussion_panels as panel')
    .innerJoin('courses', 'courses.id', 'panel.course_id')
    .select(['courses.id', 'courses.title', 'panel.id as panel_id'])
    .where('panel.retired', '=', 0)
    .orderBy('courses.title')
    .orderBy('courses.id')
    .execute()
  return { courses }
}

/** Who wrote what, as staff see them. */
export const writerColumns = [
  'users.id as writer_id',
  'users.name',
  'users.role',
  'users.staff_id',
  'users.muted_at',
] as const

export const writerOf = (row: {
  writer_id: number
  name: string | null
  role: 'mentor' | 'learner'
  staff_id: number | null
  muted_at: number | null
}) => ({
  id: row.writer_id,
  name: row.name,
  role: row.role,
  staff: row.staff_id !== null,
  muted: row.muted_at !== null,
})

/** The beginning of what somebody wrote, as plain text on one line. */
export function beginning(html: string): string {
  return cutText(typedText(html).replace(/\s+/g, ' ').trim(), SHOWN)
}

/** Whether a mentor has replied to the comment of the row. */
const hasAnswer = sql<boolean>`exists (
  select 1 from discussions as answer inner join users as mentor on mentor.id = answer.user_id
  where answer.parent_id = comment.id and answer.deleted_at is null and mentor.role = 'mentor')`

type Found = Database & { found: Database['discussions'] }
const top = ({ fn }: ExpressionBuilder<Found, 'found'>) => fn.coalesce('found.parent_id', 'found.id').as('id')

/** Comments with reports that wait, of them or of their replies. */
const reported = (db: Db) =>
  db
    .selectFrom('discussion_reports as report')
    .innerJoin('discussions as found', 'found.id', 'report.discussion_id')
    .select(({ fn }) => fn.coalesce('found.parent_id', 'found.id').as('id'))
    .where('report.settled_at', 'is', null)
    .where('found.deleted_at', 'is', null)

const hidden = (db: Db) => db.selectFrom('discussions as found').select(top).where('found.hidden_at', 'is not', null)

/** Comments in which some words stand, or in their replies. */
const saying = (db: Db, words: string) => {
  const pattern = `%${escapedText(words.toLowerCase()).replace(/[%_!]/g, '!$&')}%`
  return db
    .selectFrom('discussions as found')
    .select(top)
    .where(sql<boolean>`lower(found.content_html) like ${pattern} escape '!'`)
    .where(({ or, eb }) => or([eb('found.deleted_at', 'is', null), eb('found.hidden_at', 'is not', null)]))
}
