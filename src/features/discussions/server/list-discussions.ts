import { sql } from 'kysely'
import type { LearnerContext } from '#api/context.ts'
import { Versioned } from '#api/versioned.ts'
import type { InputOf } from '#lib/endpoint.ts'
import type { DiscussionComment, listDiscussions as contract } from '../discussions.contract.ts'
import { SHOWN_COMMENTS } from '../discussions.rules.ts'
import { panelFor, writtenIn } from './panel.ts'
import { reply } from './reply.ts'

/**
 * The newest comments of a panel, newest first, each with its replies, oldest first. Two statements, and one where the
 * caller has the newest version already.
 * @throws notFound, forbidden as panelFor
 */
export async function listDiscussions(ctx: LearnerContext, { params }: Pick<InputOf<typeof contract>, 'params'>) {
  const panel = await panelFor(ctx, params.panelId)
  return new Versioned(panel.version, async () => ({ status: true, data: await comments(ctx, panel.id) }))
}

async function comments({ db, user }: LearnerContext, panelId: number): Promise<DiscussionComment[]> {
  const rows = await db
    .with('shown', (cte) =>
      cte
        .selectFrom('discussions')
        .select('id as shown_id')
        .where(writtenIn(sql.lit(panelId)))
        .where('parent_id', 'is', null)
        .where('deleted_at', 'is', null)
        .orderBy('panel_id', 'desc')
        .orderBy('id', 'desc')
        .limit(SHOWN_COMMENTS),
    )
    .selectFrom('discussions')
    .innerJoin('shown', (join) =>
      join.on(({ or, eb, ref }) =>
        or([eb('discussions.id', '=', ref('shown_id')), eb('discussions.parent_id', '=', ref('shown_id'))]),
      ),
    )
    .innerJoin('users', 'users.id', 'discussions.user_id')
    .leftJoin('discussion_reports as report', (join) =>
      join.onRef('report.discussion_id', '=', 'discussions.id').on('report.user_id', '=', user.id),
    )
    .select([
      'discussions.id',
      'discussions.panel_id',
      'discussions.user_id',
      'discussions.parent_id',
      'discussions.content_html',
      'discussions.created_at',
      'users.name',
      'users.role',
      'report.user_id as reporter',
    ])
    .where('discussions.deleted_at', 'is', null)
    .orderBy('discussions.id')
    .execute()
  const threads = new Map<number, DiscussionComment>()
  // A comment has a lower id than its replies.
  for (const row of rows) {
    const shown = reply(row)
    if (row.parent_id === null) threads.set(row.id, { ...shown, replies: [] })
    else threads.get(row.parent_id)?.replies.push(shown)
  }
  // Comments that came with the content have ids in the order of their file.
  for (const { replies } of threads.values()) replies.sort(byTime)
  return [...threads.values()].sort((one, other) => byTime(other, one))
}

interface Written {
  id: number
  created_at: number
}

const byTime = (one: Written, other: Written) => one.created_at - other.created_at || one.id - other.id
