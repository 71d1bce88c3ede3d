import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { DAY } from '#lib/both/time/clock.ts'
import { REMEMBERED } from './code-limits.ts'

/**
 * Phones that somebody entered in the staff log-in and that no member has. Codes, sends and guesses need a row of `users`, so
 * each phone has one, which is no learner's: its `staff_id` is its own id, negative. It has a hash in the place of the phone and
 * is removed when no limit looks at it any more.
 */

/** Rows removed at a time: more than a request adds, and few enough for the request that removes them. */
const MAX_REMOVED = 20

interface Phone {
  countryCode: string
  /** National digits. */
  phone: string
}

const hashOf = ({ countryCode, phone }: Phone) =>
  `unknown ${createHash('sha256').update(`+${countryCode}${phone}`).digest('hex')}`

/** Finds or creates the row that codes of an unknown phone count for. @returns its id */
export async function unknownPhone(tx: Db, at: Phone, now: number): Promise<number> {
  const { id } = await tx
    .insertInto('users')
    .values({ country_code: '', phone: hashOf(at), created_at: now })
    .onConflict((conflict) => conflict.columns(['country_code', 'phone']).doUpdateSet({ created_at: now }))
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx.updateTable('users').set({ staff_id: -id }).where('id', '=', id).execute()
  return id
}

/** Removes rows whose last code was requested so long ago that also guesses at it, in the day after, count no more. */
export async function pruneUnknownPhones(db: Db, now: number): Promise<void> {
  const until = now - REMEMBERED.guesses - DAY
  const isOver = sql<boolean>`users.staff_id < 0 and users.created_at <= ${until}`
  await db
    .deleteFrom('users')
    .where('id', 'in', (of) =>
      of.selectFrom('users').select('id').where(isOver).orderBy('created_at').limit(MAX_REMOVED),
    )
    // Again, for a row that was used while this statement waited for it.
    .where(isOver)
    .execute()
}

/** Removes the row of a phone, and what counts for it. */
export async function removeUnknownPhone(tx: Db, at: Phone): Promise<void> {
  await tx.deleteFrom('users').where('country_code', '=', '').where('phone', '=', hashOf(at)).execute()
}
