import { setImmediate } from 'node:timers/promises'
import type { Db } from '#db/database.ts'
import { LARGEST_ID } from '#lib/both/calls/fields.ts'
import type { ChainEntry, ChainHead } from './audit-chain.ts'

/** Entries that are read at once. */
const AT_ONCE = 500

/** The whole log of staff as `checkChain` wants it, up to the end that it has now, or what somebody has put behind that. */
export async function readChain(db: Db): Promise<{ entries: AsyncGenerator<ChainEntry>; head: ChainHead | undefined }> {
  // Before the end is asked for, which lies behind all that is there by now.
  const { last } = await db
    .selectFrom('audit_log')
    .select(({ fn }) => fn.max<number | null>('id').as('last'))
    .executeTakeFirstOrThrow()
  const row = await db.selectFrom('audit_head').select(['last_id', 'hash']).where('id', '=', 1).executeTakeFirst()
  const head = row && { lastId: row.last_id, hash: row.hash }
  return { entries: entriesUntil(db, Math.max(head?.lastId ?? 0, last ?? 0)), head }
}

async function* entriesUntil(db: Db, last: number): AsyncGenerator<ChainEntry> {
  for (let after = -LARGEST_ID; ;) {
    const rows = await db
      .selectFrom('audit_log as entry')
      .leftJoin('audit_details as details', 'details.log_id', 'entry.id')
      .selectAll('entry')
      .select(['details.salt', 'details.reason', 'details.before', 'details.after'])
      .select(({ exists, selectFrom }) =>
        exists(
          selectFrom('audit_learners as about')
            .innerJoin('users', 'users.id', 'about.user_id')
            .select('about.user_id')
            .whereRef('about.log_id', '=', 'entry.id')
            .where('users.deleted_at', 'is', null),
        ).as('has_learner'),
      )
      .select(({ exists, selectFrom }) =>
        exists(selectFrom('audit_learners as any').select('any.user_id').whereRef('any.log_id', '=', 'entry.id')).as(
          'is_personal',
        ),
      )
      .where('entry.id', '>', after)
      .where('entry.id', '<=', last)
      .orderBy('entry.id')
      .limit(AT_ONCE)
      .execute()
    for (const { salt, reason, before, after: later, has_learner, is_personal, ...row } of rows) {
      const entry = { ...row, at: Number(row.at) }
      const details = salt === null ? null : { salt, reason: reason!, before: before!, after: later! }
      // What is about nobody has nothing that could have gone.
      yield { entry, details, hasLearner: Boolean(has_learner) || !is_personal }
    }
    if (rows.length < AT_ONCE) return
    // Lets other requests run: SQLite reads, and the caller hashes, on this thread.
    await setImmediate()
    after = rows.at(-1)!.id
  }
}
