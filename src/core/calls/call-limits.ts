import { sql } from 'kysely'
import type { Endpoint } from '#lib/both/calls/endpoint.ts'
import { tooMany } from '#lib/both/calls/errors.ts'
import { waitInWords, type Limit } from '#lib/both/calls/limits.ts'
import type { Services } from '../context.ts'

/**
 * Counts a call that has a limit, for its learner and whatever server answers. One statement, which waits for no other
 * learner: of calls at the same moment no more than the limit come through.
 * @throws ApiError 429
 */
export async function countCall(
  { groupCommit, now: clock }: Pick<Services, 'groupCommit' | 'now'>,
  userId: number,
  call: string,
  { count, span }: Limit,
): Promise<void> {
  const now = clock()
  const fresh = sql<boolean>`call_counts.since > ${now - span}`
  const { calls, since } = await groupCommit((db) =>
    db
      .insertInto('call_counts')
      .values({ user_id: userId, call, since: now, calls: 1 })
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'call']).doUpdateSet({
          calls: sql<number>`case when ${fresh} then call_counts.calls + 1 else 1 end`,
          since: sql<number>`case when ${fresh} then call_counts.since else ${now} end`,
        }),
      )
      .returning(['calls', 'since'])
      .executeTakeFirstOrThrow(),
  )
  if (calls <= count) return
  const wait = since + span - now
  throw tooMany(`You are doing this too often. Please try again in ${waitInWords(wait)}.`, wait / 1000)
}

/** The name by which a declared call is counted. */
export function callName({ method, path }: Pick<Endpoint, 'method' | 'path'>): string {
  return `${method} ${path}`
}
