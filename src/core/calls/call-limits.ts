import { sql } from 'kysely'
import type { Endpoint } from '#lib/both/calls/endpoint.ts'
import { tooMany } from '#lib/both/calls/errors.ts'
import { waitInWords, type Limit } from '#lib/both/calls/limits.ts'
import type { Services } from '../context.ts'

/** Caller of a limited call: a learner or a member of the staff, by id. */
export type CallerId = { user: number } | { staff: number }

/** Counts of staff are in a table of their own with the same columns, except for the caller's. */
function countsOf(caller: CallerId) {
  const [table, owner, id] =
    'staff' in caller
      ? (['staff_call_counts', 'staff_id', caller.staff] as const)
      : (['call_counts', 'user_id', caller.user] as const)
  return { table: table as 'call_counts', owner: owner as 'user_id', id }
}

/**
 * Counts a call that has a limit, for its caller and whatever server answers. One statement, which waits for no other
 * caller: of calls at the same moment no more than the limit come through.
 * @throws ApiError 429
 */
export async function countCall(
  { groupCommit, now: clock }: Pick<Services, 'groupCommit' | 'now'>,
  caller: CallerId,
  call: string,
  { count, span }: Limit,
): Promise<void> {
  const now = clock()
  const { table, owner, id } = countsOf(caller)
  const column = (name: string) => sql.ref(`${table}.${name}`)
  const fresh = sql<boolean>`${column('since')} > ${now - span}`
  const { calls, since } = await groupCommit((db) =>
    db
      .insertInto(table)
      .values({ [owner as 'user_id']: id, call, since: now, calls: 1 })
      .onConflict((conflict) =>
        conflict.columns([owner, 'call']).doUpdateSet({
          calls: sql<number>`case when ${fresh} then ${column('calls')} + 1 else 1 end`,
          since: sql<number>`case when ${fresh} then ${column('since')} else ${now} end`,
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
