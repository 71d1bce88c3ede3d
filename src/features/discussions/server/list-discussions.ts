import type { LearnerContext } from '#core/context.ts'
import { WithKept } from '#core/calls/kept-json.ts'
import { Versioned } from '#core/calls/versioned.ts'
import type { InputOf } from '#lib/both/calls/endpoint.ts'
import type { listDiscussions as contract } from '../discussions.contract.ts'
import { keptPage } from './kept-pages.ts'
import { panelFor } from './panel.ts'
import { placeOf, readThreads } from './read-threads.ts'

/**
 * A page of a panel's comments, newest first, each with its newest replies, oldest first. It is the same for all its readers
 * but those who have reported one of them, so it is read once for each version of the panel. Two statements at most, one more
 * before a comment, and one where the caller has this version of the page already.
 * @throws notFound, forbidden as panelFor; notFound when `before` is no comment of the panel
 */
export async function listDiscussions(
  ctx: LearnerContext,
  { params, query }: Pick<InputOf<typeof contract>, 'params' | 'query'>,
) {
  const { db, user } = ctx
  const { id, version, reports } = await panelFor(ctx, params.panelId)
  const { before, per_page: most } = query
  const asked = `${version}-${before ?? 0}-${most}`
  const read = async (reader: { id: number }) => {
    const place = before === undefined ? undefined : await placeOf(db, before, { panel_id: id, parent_id: null })
    const threads = await readThreads({ db, user: reader }, { panelId: id, before: place, most: most + 1 })
    return { data: threads.slice(0, most), more: threads.length > most }
  }
  return new Versioned(`${asked}-${user.id}-${reports}`, async () => {
    if (reports > 0) return { status: true, ...(await read(user)) }
    const { more, data } = await keptPage(db, asked, () => read(NOBODY))
    return new WithKept({ status: true, data: [], more }, { data })
  })
}

/** Has reported nothing. */
const NOBODY = { id: 0 }
