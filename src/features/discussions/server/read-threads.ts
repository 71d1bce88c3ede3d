import { sql } from 'kysely'
import type { LearnerContext } from '#core/context.ts'
import type { Db } from '#db/database.ts'
import { notFound } from '#lib/both/calls/errors.ts'
import type { DiscussionComment, DiscussionReply } from '../discussions.contract.ts'
import { SHOWN_REPLIES } from '../discussions.rules.ts'
import { standsDeleted } from './moderation/deleted-comments.ts'
import { NO_COMMENT } from './panel.ts'
import { reply } from './reply.ts'

interface Reader {
  db: Db
  /** Whose reports are marked. */
  user: Pick<LearnerContext['user'], 'id'>
}

/** Where a comment stands among others: pages go on from there, whatever is written or deleted meanwhile. */
export interface Place {
  id: number
  created_at: number
}

/** Which comments: some of a panel, newest first, or one. */
export type Wanted = { panelId: number; before: Place | undefined; most: number } | { id: number }

/**
 * Comments, newest first, each with its newest replies, oldest first; a deleted one as long as replies to it can be seen.
 * One statement, and what it reads is bounded by the
 * comments that are wanted, but for the count of their replies, which it reads in an index.
 */
export async function readThreads({ db, user }: Reader, wanted: Wanted): Promise<DiscussionComment[]> {
  const comments = db
    .selectFrom('discussions as top')
    .select(({ selectFrom }) => {
      const replies = selectFrom('discussions as below')
        .whereRef('below.parent_id', '=', 'top.id')
        .where('below.deleted_at', 'is', null)
      const oldestShown = replies
        .orderBy('below.created_at', 'desc')
        .orderBy('below.id', 'desc')
        .limit(1)
        .offset(SHOWN_REPLIES - 1)
      return [
        'top.id',
        replies.select(({ fn }) => fn.countAll<number>().as('count')).as('replies_count'),
        oldestShown.select('below.created_at').as('from_at'),
        oldestShown.select('below.id').as('from_id'),
      ]
    })
    .where('top.parent_id', 'is', null)
    .where('top.hidden_at', 'is', null)
    .where(({ or, eb }) => or([eb('top.deleted_at', 'is', null), standsDeleted('top')]))
  const shown =
    'id' in wanted
      ? comments.where('top.id', '=', wanted.id)
      : comments
          .where('top.panel_id', '=', wanted.panelId)
          .$if(wanted.before !== undefined, (query) =>
            query.where(sql<boolean>`(top.created_at, top.id) < (${wanted.before!.created_at}, ${wanted.before!.id})`),
          )
          .orderBy('top.created_at', 'desc')
          .orderBy('top.id', 'desc')
          .limit(wanted.most)
  const written = (kind: 'comments' | 'replies') =>
    db
      .selectFrom(shown.as('shown'))
      .innerJoin('discussions as one', (join) =>
        kind === 'comments'
          ? join.onRef('one.id', '=', 'shown.id')
          : join
              .onRef('one.parent_id', '=', 'shown.id')
              .on('one.deleted_at', 'is', null)
              .on(sql<boolean>`(one.created_at, one.id) >= (coalesce(shown.from_at, 0), coalesce(shown.from_id, 0))`),
      )
      .innerJoin('users', 'users.id', 'one.user_id')
      .leftJoin('discussion_reports as report', (join) =>
        join.onRef('report.discussion_id', '=', 'one.id').on('report.user_id', '=', user.id),
      )
      .select([...columns, 'shown.replies_count'])
  const rows = await written('comments').unionAll(written('replies')).execute()
  const threads = new Map<number, DiscussionComment>()
  const replies: DiscussionReply[] = []
  for (const row of rows) {
    if (row.parent_id !== null) replies.push(reply(row))
    else threads.set(row.id, { ...reply(row), replies: [], replies_count: row.replies_count ?? 0 })
  }
  for (const one of replies.sort(byTime)) threads.get(one.parent_id ?? 0)?.replies.push(one)
  return [...threads.values()].sort((one, other) => byTime(other, one))
}

/** Replies to a comment on one side of a place, or the newest; oldest first. */
export async function readReplies(
  { db, user }: Reader,
  commentId: number,
  { before, after, most }: { before?: Place | undefined; after?: Place | undefined; most: number },
): Promise<DiscussionReply[]> {
  const order = after ? 'asc' : 'desc'
  const rows = await db
    .selectFrom('discussions as one')
    .innerJoin('users', 'users.id', 'one.user_id')
    .leftJoin('discussion_reports as report', (join) =>
      join.onRef('report.discussion_id', '=', 'one.id').on('report.user_id', '=', user.id),
    )
    .select(columns)
    .where('one.parent_id', '=', commentId)
    .where('one.deleted_at', 'is', null)
    .$if(before !== undefined, (query) =>
      query.where(sql<boolean>`(one.created_at, one.id) < (${before!.created_at}, ${before!.id})`),
    )
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(one.created_at, one.id) > (${after!.created_at}, ${after!.id})`),
    )
    .orderBy('one.created_at', order)
    .orderBy('one.id', order)
    .limit(most)
    .execute()
  return rows.map(reply).sort(byTime)
}

/**
 * Where a comment stands among those of a panel, or a reply among those to a comment; deleted ones, too: whoever reads on
 * from there may not know it yet.
 * @throws notFound when there is none
 */
export async function placeOf(
  db: Db,
  id: number,
  among: { panel_id: number; parent_id: number | null },
): Promise<Place> {
  const found = await db
    .selectFrom('discussions')
    .select(['id', 'created_at'])
    .where('id', '=', id)
    .where('panel_id', '=', among.panel_id)
    .where('parent_id', among.parent_id === null ? 'is' : '=', among.parent_id)
    .executeTakeFirst()
  if (!found) throw notFound(NO_COMMENT)
  return found
}

const columns = [
  'one.id',
  'one.panel_id',
  'one.user_id',
  'one.parent_id',
  'one.content_html',
  'one.created_at',
  'one.deleted_at',
  'users.name',
  'users.role',
  'report.user_id as reporter',
] as const

const byTime = (one: Place, other: Place) => one.created_at - other.created_at || one.id - other.id
