import type { LearnerContext } from '#core/context.ts'
import { createOnce } from '#core/calls/create-once.ts'
import type { Db } from '#db/database.ts'
import { takeTurn } from '#features/auth/server/accounts.ts'
import type { InputOf } from '#lib/both/calls/endpoint.ts'
import { forbidden, tooMany } from '#lib/both/calls/errors.ts'
import { learnerHtml } from '#lib/server/text/learner-text.ts'
import { tooFast, waitFor, watched } from '#lib/both/calls/limits.ts'
import type { storeDiscussion as contract } from '../discussions.contract.ts'
import { limits, MUTED } from '../discussions.rules.ts'
import { countChange } from './panel-changes.ts'
import { panelFor, topComment } from './panel.ts'
import { reply } from './reply.ts'
import { tellOfReply } from './tell-of-reply.ts'

/**
 * Stores a comment or a reply. A reply to a reply stands below the comment that both belong to.
 * @throws notFound, forbidden as panelFor; notFound when the comment to reply to is not in the panel, or was deleted
 * @throws forbidden `muted` when staff have blocked the learner from writing
 * @throws tooMany when the learner writes too fast
 */
export async function storeDiscussion(ctx: LearnerContext, { body }: Pick<InputOf<typeof contract>, 'body'>) {
  const panel = await panelFor(ctx, body.discussion_panel_id)
  const content = learnerHtml(body.content)
  return createOnce(ctx, async (tx) => {
    // Comments of one learner come one after the other, so that none slips past the limits.
    const author = await takeTurn(tx, ctx.user.id)
    if (author.muted_at !== null) throw forbidden(MUTED, 'muted')
    const now = ctx.now()
    await refuseFlood(tx, ctx.user.id, now)
    const parent = body.parent_id ? (await topComment(tx, body.parent_id, panel.id)).id : null
    const stored = await tx
      .insertInto('discussions')
      .values({
        panel_id: panel.id,
        user_id: ctx.user.id,
        parent_id: parent,
        content_html: content,
        created_at: now,
      })
      .returning(['id', 'panel_id', 'user_id', 'parent_id', 'content_html', 'created_at'])
      .executeTakeFirstOrThrow()
    if (body.parent_id) await tellOfReply(tx, { reply: stored, to: body.parent_id, author, now })
    await countChange(tx, panel.id)
    return {
      status: 201 as const,
      success: true,
      message: parent === null ? 'New Comment added' : 'Reply posted',
      data: reply({ ...stored, ...author, deleted_at: null, reporter: null }),
    }
  })
}

async function refuseFlood(tx: Db, userId: number, now: number): Promise<void> {
  const written = await tx
    .selectFrom('discussions')
    .select('created_at')
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .limit(watched(limits))
    .execute()
  const wait = waitFor(
    limits,
    written.map((row) => row.created_at),
    now,
  )
  if (wait > 0) throw tooMany(tooFast(wait), wait / 1000)
}
