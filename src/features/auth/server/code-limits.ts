import { sql, type Transaction } from 'kysely'
import type { Database, Db } from '#db/database.ts'
import { DAY, HOUR, MINUTE, SECOND } from '#lib/clock.ts'
import { tooMany } from '#lib/errors.ts'
import type { Limit } from '#lib/limits.ts'

/**
 * How often codes may be sent and guessed at. The odds that these leave to a guesser stand in docs/security.md; a test
 * computes them from here.
 */
export const codeLimits = {
  /** Guesses at one code. */
  tries: 5,
  /**
   * Codes sent. Only those that nobody has typed in count: a log-in that succeeds clears its phone's sends, so the limits
   * meet those who make phones ring, not a learner who logs in often or a school behind one address.
   */
  sends: {
    phone: [
      { count: 5, span: 15 * MINUTE },
      { count: 12, span: DAY },
    ],
    /** From one address to one phone: less than the phone may get, so that one caller alone locks nobody out. */
    phoneFromAddress: [
      { count: 4, span: 15 * MINUTE },
      { count: 8, span: DAY },
    ],
    address: [{ count: 40, span: HOUR }],
  },
  /** Wrong guesses at codes that were live. A log-in takes back those that were made for its phone from its own address. */
  guesses: {
    phone: [
      { count: 30, span: DAY },
      { count: 100, span: 30 * DAY },
    ],
    phoneFromAddress: [{ count: 15, span: DAY }],
    address: [{ count: 200, span: DAY }],
  },
  /** Wrong guesses from one address, whether there was a code or not: ids can be counted up. */
  anyGuesses: { count: 100, span: 15 * MINUTE },
} as const

/** The longest time that a limit of sends, and one of guesses, looks back. */
const REMEMBERED = { sends: DAY, guesses: 30 * DAY }

type Tx = Transaction<Database>

/**
 * Makes what one address asks for come one after the other, whatever number of processes there are: its row is the
 * turnstile. Comes first in a transaction, before the row of a code.
 * @throws ApiError 429 when the address has sent or guessed too much
 */
export async function countAddress(tx: Tx, address: string, now: number): Promise<void> {
  await tx
    .insertInto('code_addresses')
    .values({ address, seen_at: now })
    .onConflict((conflict) => conflict.column('address').doUpdateSet({ seen_at: now }))
    .execute()
  await refuseOver(tx, sends, { address }, codeLimits.sends.address, now)
  await refuseOver(tx, guesses, { address }, codeLimits.guesses.address, now)
}

/** The same for a guess: it counts before it is looked at; `forgiveGuess` takes it back when it is right. */
export async function countGuess(tx: Tx, address: string, now: number): Promise<void> {
  const { count, span } = codeLimits.anyGuesses
  const fresh = sql<boolean>`code_addresses.guesses_since > ${now - span}`
  const counted = await tx
    .insertInto('code_addresses')
    .values({ address, seen_at: now, guesses: 1, guesses_since: now })
    .onConflict((conflict) =>
      conflict.column('address').doUpdateSet({
        seen_at: now,
        guesses: sql<number>`case when ${fresh} then code_addresses.guesses + 1 else 1 end`,
        guesses_since: sql<number>`case when ${fresh} then code_addresses.guesses_since else ${now} end`,
      }),
    )
    .returning(['guesses', 'guesses_since'])
    .executeTakeFirstOrThrow()
  if (counted.guesses > count) throw refusal(guesses, counted.guesses_since + span - now)
  await refuseOver(tx, guesses, { address }, codeLimits.guesses.address, now)
}

/** Comes after the turnstile of the phone, the row of its code. @throws ApiError 429 */
export async function refuseSend(tx: Tx, userId: number, address: string, now: number): Promise<void> {
  const { phone, phoneFromAddress } = codeLimits.sends
  await refuseOver(tx, sends, { user_id: userId }, phone, now)
  await refuseOver(tx, sends, { user_id: userId, address }, phoneFromAddress, now)
  // A code that nobody may try is not sent.
  await refuseGuess(tx, userId, address, now)
}

/** Comes after the turnstile of the phone. @throws ApiError 429 */
export async function refuseGuess(tx: Tx, userId: number, address: string, now: number): Promise<void> {
  const { phone, phoneFromAddress } = codeLimits.guesses
  await refuseOver(tx, guesses, { user_id: userId }, phone, now)
  await refuseOver(tx, guesses, { user_id: userId, address }, phoneFromAddress, now)
}

/** A log-in shows that its phone's sends were meant, and that the slips before it at the same address were its owner's. */
export async function forgivePhone(tx: Tx, userId: number, address: string): Promise<void> {
  await tx.deleteFrom('code_sends').where('user_id', '=', userId).execute()
  await tx.deleteFrom('code_tries').where('user_id', '=', userId).where('address', '=', address).execute()
}

export async function forgiveGuess(db: Db, address: string): Promise<void> {
  await db
    .updateTable('code_addresses')
    .set((column) => ({ guesses: column('guesses', '-', 1) }))
    .where('address', '=', address)
    .where('guesses', '>', 0)
    .execute()
}

/** Removes what no limit looks at any more. */
export async function pruneCounts(db: Db, now: number): Promise<void> {
  const until = now - REMEMBERED.sends
  await db.deleteFrom('code_sends').where('sent_at', '<=', until).execute()
  await db
    .deleteFrom('code_tries')
    .where('tried_at', '<=', now - REMEMBERED.guesses)
    .execute()
  await db.deleteFrom('code_addresses').where('seen_at', '<=', until).execute()
  await db.deleteFrom('one_time_codes').where('sent_at', '<=', until).execute()
}

interface Counted {
  table: 'code_sends' | 'code_tries'
  at: 'sent_at' | 'tried_at'
  /** What somebody reads who is over a limit. */
  told: string
}

const sends: Counted = { table: 'code_sends', at: 'sent_at', told: 'Too many codes were asked for.' }
const guesses: Counted = { table: 'code_tries', at: 'tried_at', told: 'Too many wrong codes.' }

/** @throws ApiError 429 with the time until the oldest that counts is out of the window */
async function refuseOver(
  tx: Tx,
  counted: Counted,
  whose: { user_id?: number; address?: string },
  limits: readonly Limit[],
  now: number,
): Promise<void> {
  const { table, at } = counted
  const same = Object.entries(whose).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  for (const { count, span } of limits) {
    const { rows } = await sql<{ at: number }>`
      select ${sql.ref(at)} as at from ${sql.table(table)}
      where ${sql.join(same, sql` and `)} and ${sql.ref(at)} > ${now - span}
      order by ${sql.ref(at)} desc limit 1 offset ${count - 1}`.execute(tx)
    const [oldest] = rows
    if (oldest) throw refusal(counted, oldest.at + span - now)
  }
}

/** @param wait milliseconds */
function refusal({ told }: Counted, wait: number) {
  const seconds = Math.ceil(wait / SECOND)
  return tooMany(`${told} Please try again in ${waiting(seconds)}.`, seconds)
}

function waiting(seconds: number): string {
  if (seconds < 90) return `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 90) return `${minutes} minutes`
  const hours = Math.ceil(minutes / 60)
  return hours < 48 ? `${hours} hours` : `${Math.ceil(hours / 24)} days`
}
