import type { LearnerContext } from '#core/context.ts'
import { Versioned } from '#core/calls/versioned.ts'
import type { InputOf } from '#lib/both/calls/endpoint.ts'
import type { listDiscussions as contract } from '../discussions.contract.ts'
import { panelFor } from './panel.ts'
import { placeOf, readThreads } from './read-threads.ts'

/**
 * A page of a panel's comments, newest first, each with its newest replies, oldest first. Two statements, one more before a
 * comment, and one where the caller has this version of the page already.
 * @throws notFound, forbidden as panelFor; notFound when `before` is no comment of the panel
 */
export async function listDiscussions(
  ctx: LearnerContext,
  { params, query }: Pick<InputOf<typeof contract>, 'params' | 'query'>,
) {
  const panel = await panelFor(ctx, params.panelId)
  const { before, per_page: most } = query
  return new Versioned(`${panel.version}-${before ?? 0}-${most}`, async () => {
    const among = { panel_id: panel.id, parent_id: null }
    const place = before === undefined ? undefined : await placeOf(ctx.db, before, among)
    const threads = await readThreads(ctx, { panelId: panel.id, before: place, most: most + 1 })
    return { status: true, data: threads.slice(0, most), more: threads.length > most }
  })
}
