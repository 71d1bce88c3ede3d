import type { Db } from '#db/database.ts'
import { invalid } from '#lib/both/calls/errors.ts'
import * as z from 'zod/mini'
import { readStored } from '#lib/server/stored.ts'

/** Whose work it is, why, and when: what every act of those who run the site brings along. */
export interface StaffWork {
  who: string
  reason: string
  now: number
}

/** Values by name; instants are milliseconds and their names end with `_at` or `_until`, money is paise, `_paise`. */
export type Facts = Record<string, string | number | null>

export interface StaffAct {
  /** What was done: 'comment hidden'. */
  action: string
  /** What it was done to: 'comment 12'. */
  subject: string
  /** The learner it was done to. */
  userId: number
  before?: Facts
  after?: Facts
}

/** Characters of a reason. */
const MOST_REASON = 500

/** Entries a page. */
export const LOG_PAGE = 20

/**
 * Writes down what was done, in the transaction that does it: what is not written down has not happened.
 * @throws invalid without a reason, or with one that is too long
 */
export async function logWork(tx: Db, work: StaffWork, act: StaffAct): Promise<void> {
  const reason = work.reason.trim()
  if (!reason) throw invalid({ reason: 'A reason is needed' })
  if (reason.length > MOST_REASON) throw invalid({ reason: `A reason has at most ${MOST_REASON} characters` })
  await tx
    .insertInto('staff_log')
    .values({
      at: work.now,
      who: work.who,
      action: act.action,
      subject: act.subject,
      user_id: act.userId,
      reason,
      before: JSON.stringify(act.before ?? {}),
      after: JSON.stringify(act.after ?? {}),
    })
    .execute()
}

/** What was done, newest first. @param userId only to this learner */
export async function listWork(db: Db, { userId, page }: { userId?: number | undefined; page: number }) {
  const found = db
    .selectFrom('staff_log')
    .$if(userId !== undefined, (query) => query.where('staff_log.user_id', '=', userId!))
  const { total } = await found.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await found
    .leftJoin('users', 'users.id', 'staff_log.user_id')
    .selectAll('staff_log')
    .select(['users.name', 'users.country_code', 'users.phone'])
    .orderBy('staff_log.id', 'desc')
    .limit(LOG_PAGE)
    .offset((page - 1) * LOG_PAGE)
    .execute()
  const entries = rows.map((row) => ({ ...row, before: factsIn(row.before), after: factsIn(row.after) }))
  return { entries, total }
}

const storedFacts = z.record(z.string(), z.nullable(z.union([z.string(), z.number()])))

function factsIn(text: string): Facts {
  return readStored(storedFacts, text, 'An entry of the staff log')
}
