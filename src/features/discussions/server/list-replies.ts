import type { LearnerContext } from '#core/context.ts'
import type { InputOf } from '#lib/both/calls/endpoint.ts'
import { notFound } from '#lib/both/calls/errors.ts'
import type { getThread as threadContract, listReplies as contract } from '../discussions.contract.ts'
import { REPLIES_PAGE } from '../discussions.rules.ts'
import { commentFor, NO_COMMENT } from './panel.ts'
import { placeOf, readReplies, readThreads } from './read-threads.ts'

/**
 * Replies to a comment that stand before or after one of them, next to it; the newest where neither is named.
 * @throws notFound, forbidden as commentFor; notFound when what is named is no reply to the comment
 */
export async function listReplies(
  ctx: LearnerContext,
  { params, query }: Pick<InputOf<typeof contract>, 'params' | 'query'>,
) {
  const { id, panel_id } = await commentFor(ctx, params.id, { deleted: true })
  const { before, after, per_page: most } = query
  const place = async (reply: number | undefined) =>
    reply === undefined ? undefined : placeOf(ctx.db, reply, { panel_id, parent_id: id })
  const places = { before: await place(before), after: before ? undefined : await place(after) }
  const found = await readReplies(ctx, id, { ...places, most: most + 1 })
  const more = found.length > most
  const data = !more ? found : places.after ? found.slice(0, most) : found.slice(1)
  return { status: true, data, more }
}

/**
 * The comment that is named, or that the named reply belongs to. Its replies are the newest, or those from the named one on,
 * a page at most.
 * @throws notFound, forbidden as commentFor
 */
export async function getThread(ctx: LearnerContext, { params }: Pick<InputOf<typeof threadContract>, 'params'>) {
  const named = await commentFor(ctx, params.id, { deleted: true })
  const [thread] = await readThreads(ctx, { id: named.parent_id ?? named.id })
  if (!thread) throw notFound(NO_COMMENT)
  const shown = thread.replies.some(({ id }) => id === named.id)
  if (named.parent_id === null || shown) return { status: true, data: thread, later: false }
  const from = await placeOf(ctx.db, named.id, named)
  // The named one comes with those after it.
  const after = { ...from, id: from.id - 1 }
  const replies = await readReplies(ctx, thread.id, { after, most: REPLIES_PAGE + 1 })
  const data = { ...thread, replies: replies.slice(0, REPLIES_PAGE) }
  return { status: true, data, later: replies.length > REPLIES_PAGE }
}
