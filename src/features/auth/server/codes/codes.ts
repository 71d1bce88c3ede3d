import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { sql, type Kysely, type Transaction } from 'kysely'
import { countGuessed, type Guessed } from './code-hours.ts'
import type { Database, Db } from '#db/database.ts'
import { MINUTE } from '#lib/both/time/clock.ts'
import { countCode } from '#core/metrics/metrics.ts'
import { CODE_LENGTH } from '../../login-form.rules.ts'
import { codeLimits, isLong, minutesOf } from './code-limits.ts'
import { countGuess, forgiveWay, noteSend, originOf, refuseGuess, refuseSend, type Asker } from '../ways/count-codes.ts'
import { longCodeOf } from '../ways/long-code.ts'

type Tx = Transaction<Database>

interface Send {
  userId: number
  now: number
  asker: Asker
  channel: 'sms' | 'whatsapp'
  device: string
}

/** Key of the asker's row in `codes`. */
const keyOf = ({ key, way }: Asker) => key ?? way

/**
 * Makes requests for one phone wait for each other. The row of the code does it where a way has one code; a way with a code for
 * each log-in has the row of the user.
 */
async function takeWayTurn(tx: Tx, userId: number, { key }: Asker): Promise<void> {
  if (key === undefined) return
  await tx
    .updateTable('users')
    .set(({ ref }) => ({ role: ref('role') }))
    .where('id', '=', userId)
    .execute()
}

/**
 * Makes the one live code of 4 digits under the asker's key, replacing the code before it, and counts it. The key of a learner's
 * code is its way; each log-in of staff has a key, and so a code, of its own. Requests for one phone wait for each other
 * (`takeWayTurn`).
 * @returns the code in clear, to be sent after the transaction
 * @throws ApiError 429
 */
export async function issueCode(tx: Tx, { userId, now, asker, channel, device }: Send): Promise<string> {
  const { way } = asker
  const code = String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0')
  const row = {
    code_hash: hashOf(code, randomBytes(16).toString('base64url')),
    channel,
    device,
    sent_at: now,
    expires_at: now + minutesOf(way) * MINUTE,
    tries: 0,
    used_at: null,
  }
  await takeWayTurn(tx, userId, asker)
  await tx
    .insertInto('codes')
    .values({ user_id: userId, way: keyOf(asker), ...row })
    .onConflict((conflict) => conflict.columns(['user_id', 'way']).doUpdateSet(row))
    .execute()
  await refuseSend(tx, userId, asker, now)
  await noteSend(tx, userId, asker, now)
  return code
}

export interface Guess {
  userId: number
  guess: string
  asker: Asker
  now: number
}

/** What a guess is compared with where there is no code, so that the same work is done. */
const nobodys = hashOf('', 'nobody')

/** Guesses at one code; at a long one as many as the phone may be guessed at, or strangers could wear it out. */
const mostTries = ({ way }: Asker) => (isLong(way) ? codeLimits.guesses.long[0].count : codeLimits.tries)

/**
 * Looks at a guess. It is counted before it is looked at, so parallel guesses share the same few tries; and what is done
 * is the same whether there is a code or not, so that the time it takes tells nothing.
 * @returns where the guess is the live code of its way, what `useCode` knows that code by; it is not used up yet
 * @throws ApiError 429 when the network has guessed too often, or the phone was guessed at too often
 */
export async function findLiveCode(
  db: Kysely<Database>,
  { userId, guess, asker, now }: Guess,
): Promise<string | undefined> {
  const { way } = asker
  const origin = originOf(asker)
  const row = await db.transaction().execute(async (tx) => {
    await countGuess(tx, asker, now)
    await takeWayTurn(tx, userId, asker)
    const live = await tx
      .updateTable('codes')
      .set((column) => ({ tries: column('tries', '+', 1) }))
      .where('user_id', '=', userId)
      .where('way', '=', keyOf(asker))
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .where('tries', '<', mostTries(asker))
      .returning(['user_id', 'code_hash'])
      .executeTakeFirst()
    await refuseGuess(tx, userId, asker, now)
    const text = (value: string | null) => sql<string>`cast(${value} as text)`
    await tx
      .insertInto('code_tries')
      .columns(['user_id', 'address', 'net56', 'net48', 'way', 'tried_at'])
      .expression((from) =>
        from
          .selectFrom('users')
          .select([
            'id',
            text(origin.address).as('address'),
            text(origin.net56).as('net56'),
            text(origin.net48).as('net48'),
            text(way).as('way'),
            sql<number>`cast(${now} as bigint)`.as('tried_at'),
          ])
          .where('id', '=', live?.user_id ?? 0),
      )
      .execute()
    return live
  })
  const stored = row?.code_hash ?? nobodys
  const right = Buffer.from(isLong(way) ? await longCodeOf(db, userId, stored) : stored)
  const given = Buffer.from(isLong(way) ? guess : hashOf(guess, stored.split('.')[0] ?? ''))
  const same = row !== undefined && right.length === given.length && timingSafeEqual(right, given)
  await countGuessed(db, outcomeOf(asker, row !== undefined, same), now)
  if (row) countCode(same ? 'accepted' : 'failed')
  return same ? stored : undefined
}

/**
 * Uses up the live code if it is still the one that was found, and forgets what counted against its owner.
 * @returns the device that asked for it; undefined when another request used or replaced it meanwhile
 */
export async function useCode(
  tx: Db,
  { userId, asker, now }: Omit<Guess, 'guess'>,
  found: string,
): Promise<string | undefined> {
  const used = await tx
    .updateTable('codes')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('way', '=', keyOf(asker))
    .where('code_hash', '=', found)
    .where('used_at', 'is', null)
    .returning('device')
    .executeTakeFirst()
  if (used) await forgiveWay(tx, userId, asker)
  return used?.device
}

/** Log-ins of staff neither count as log-ins of learners nor slow them down. */
function outcomeOf({ way, key }: Asker, live: boolean, right: boolean): Guessed {
  if (key !== undefined || way === 'staff long') return 'neither'
  if (right) return 'accepted'
  return live && way === 'short' ? 'failed' : 'neither'
}

/** `salt.hash`. Ten thousand codes are soon tried by whoever has the database; what protects a code is its short life. */
function hashOf(code: string, salt: string): string {
  return `${salt}.${createHash('sha256').update(`${salt}${code}`).digest('base64url')}`
}
