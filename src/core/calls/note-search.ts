import { createHmac } from 'node:crypto'
import type { Db } from '#db/database.ts'
import type { Endpoint } from '#lib/both/calls/endpoint.ts'
import { searchKind, typedIn, type SearchKind } from '#lib/both/calls/search.ts'
import { HOUR, startOfIndianDay } from '#lib/both/time/clock.ts'
import { repeatAlone } from '../background/repeat.ts'
import type { Services, StaffContext } from '../context.ts'
import { storedSecret } from '../secrets.ts'
import { logWork } from '../staff/staff-log.ts'
import { callName } from './call-limits.ts'

/** The action of entries of the audit log about searches. */
export const SEARCHED = 'learners searched'

interface Searched {
  staffId: number
  day: number
  call: string
  kind: SearchKind
  typed: string
}

/**
 * Notes a search of a member of the staff, before it is answered: who, when, by which call and what kind, never the words.
 * Each one is a line of the server's log. Searches for learners are counted too, by member, call, kind and day in India, and
 * the 1st, 10th, 100th … different one is an entry of the audit log, so that a search on every letter does not fill it.
 */
export async function noteSearch(
  ctx: StaffContext,
  endpoint: Endpoint,
  input: { query: unknown; body: unknown },
): Promise<void> {
  const { search } = endpoint
  if (!search) return
  const { log, requestId, staff, now } = ctx
  const call = callName(endpoint)
  for (const typed of typedIn(search, input)) {
    const kind = searchKind(typed)
    log.info({ req: requestId, staff: staff.id, call, kind }, 'staff searched')
    if (search.of === 'learners')
      await countSearch(ctx, { staffId: staff.id, day: startOfIndianDay(now()), call, kind, typed })
  }
}

async function countSearch({ db, work }: StaffContext, searched: Searched): Promise<void> {
  const { day, kind } = searched
  const secret = await storedSecret(db, 'search-secret')
  await db.transaction().execute(async (tx) => {
    const { isNew, searches, different } = await count(tx, searched, secret)
    if (!isNew || !isPowerOfTen(different)) return
    await logWork(tx, work(), { action: SEARCHED, subject: `by ${kind}`, after: { day_at: day, different, searches } })
  })
}

/** The row of the count is locked until the transaction ends, so that searches at the same moment are counted one by one. */
async function count(tx: Db, { staffId: staff_id, day, call, kind, typed }: Searched, secret: string) {
  const words_hash = createHmac('sha256', secret).update(typed.trim().toLowerCase()).digest('base64url')
  const added = await tx
    .insertInto('staff_searched_words')
    .values({ staff_id, day, call, words_hash })
    .onConflict((known) => known.doNothing())
    .returning('day')
    .executeTakeFirst()
  const isNew = added !== undefined
  const counted = await tx
    .insertInto('staff_search_counts')
    .values({ staff_id, day, call, kind, searches: 1, different: 1 })
    .onConflict((known) =>
      known.columns(['staff_id', 'day', 'call', 'kind']).doUpdateSet(({ eb }) => ({
        searches: eb('staff_search_counts.searches', '+', 1),
        different: eb('staff_search_counts.different', '+', isNew ? 1 : 0),
      })),
    )
    .returning(['searches', 'different'])
    .executeTakeFirstOrThrow()
  return { isNew, ...counted }
}

const isPowerOfTen = (number: number) => /^10*$/.test(String(number))

/** Removes the counts and hashes of days that are over. */
export async function sweepSearches({ db, now }: Pick<Services, 'db' | 'now'>): Promise<void> {
  const today = startOfIndianDay(now())
  await db.deleteFrom('staff_search_counts').where('day', '<', today).execute()
  await db.deleteFrom('staff_searched_words').where('day', '<', today).execute()
}

/** Sweeps at the start and every hour. @returns what stops it, waiting for a pass under way */
export function startSearchSweep(
  services: Pick<Services, 'db' | 'now' | 'log' | 'faults' | 'leases'>,
): () => Promise<void> {
  return repeatAlone(services, 'sweep of staff searches', HOUR, () => sweepSearches(services))
}
