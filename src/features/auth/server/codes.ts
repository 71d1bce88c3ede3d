import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import type { Database, Db } from '#db/database.ts'
import { MINUTE } from '#lib/clock.ts'
import { CODE_LENGTH } from '../auth.rules.ts'
import type { CodePurpose } from '../auth.tables.ts'
import { codeLimits, countGuess, forgivePhone, refuseGuess, refuseSend } from './code-limits.ts'

export const CODE_MINUTES = 10

type Tx = Transaction<Database>

interface Send {
  userId: number
  now: number
  address: string
  channel: 'sms' | 'whatsapp'
  device: string
  purpose?: CodePurpose
}

/**
 * Makes the learner's one live code, replacing any other, and counts it. The row of the code is the turnstile of the
 * phone.
 * @returns the code in clear, to be sent after the transaction
 * @throws ApiError 429
 */
export async function issueCode(
  tx: Tx,
  { userId, now, address, channel, device, purpose = 'login' }: Send,
): Promise<string> {
  const code = String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0')
  const row = {
    code_hash: hashOf(code, randomBytes(16).toString('base64url')),
    channel,
    device,
    sent_at: now,
    expires_at: now + CODE_MINUTES * MINUTE,
    tries: 0,
    used_at: null,
    purpose,
  }
  await tx
    .insertInto('one_time_codes')
    .values({ user_id: userId, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute()
  await refuseSend(tx, userId, address, now)
  await tx.insertInto('code_sends').values({ user_id: userId, address, sent_at: now }).execute()
  return code
}

interface Guess {
  userId: number
  guess: string
  address: string
  now: number
  purpose?: CodePurpose
}

/** What a guess is compared with where there is no code, so that the same work is done. */
const nobodys = hashOf('', 'nobody')

/**
 * Looks at a guess. It is counted before it is looked at, so parallel guesses share the same few tries; and what is done
 * is the same whether there is a code or not, so that the time it takes tells nothing.
 * @returns whether the guess is the learner's live code; it is not used up yet
 * @throws ApiError 429 when the address has guessed too often, or the phone was guessed at too often
 */
export async function isLiveCode(db: Db, { userId, guess, address, now, purpose = 'login' }: Guess): Promise<boolean> {
  const row = await db.transaction().execute(async (tx) => {
    await countGuess(tx, address, now)
    const live = await tx
      .updateTable('one_time_codes')
      .set((column) => ({ tries: column('tries', '+', 1) }))
      .where('user_id', '=', userId)
      .where('purpose', '=', purpose)
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .where('tries', '<', codeLimits.tries)
      .returning(['user_id', 'code_hash'])
      .executeTakeFirst()
    await refuseGuess(tx, userId, address, now)
    await tx
      .insertInto('code_tries')
      .columns(['user_id', 'address', 'tried_at'])
      .expression((from) =>
        from
          .selectFrom('users')
          .select([
            'id',
            sql<string>`cast(${address} as text)`.as('address'),
            sql<number>`cast(${now} as bigint)`.as('tried_at'),
          ])
          .where('id', '=', live?.user_id ?? 0),
      )
      .execute()
    return live
  })
  const expected = row?.code_hash ?? nobodys
  const [salt = ''] = expected.split('.')
  const right = Buffer.from(expected)
  const given = Buffer.from(hashOf(guess, salt))
  return given.length === right.length && timingSafeEqual(given, right)
}

/**
 * Uses up the live code if it is still the one sent, and forgets what counted against its owner.
 * @returns the device that asked for it; undefined when another request used or replaced it meanwhile
 */
export async function useCode(
  tx: Tx,
  { userId, guess, address, now, purpose = 'login' }: Guess,
): Promise<string | undefined> {
  const row = await tx.selectFrom('one_time_codes').select('code_hash').where('user_id', '=', userId).executeTakeFirst()
  const [salt = ''] = row?.code_hash.split('.') ?? []
  const used = await tx
    .updateTable('one_time_codes')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashOf(guess, salt))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .returning('device')
    .executeTakeFirst()
  if (used) await forgivePhone(tx, userId, address)
  return used?.device
}

/** `salt.hash`. Ten thousand codes are soon tried by whoever has the database; what protects a code is its short life. */
function hashOf(code: string, salt: string): string {
  return `${salt}.${createHash('sha256').update(`${salt}${code}`).digest('base64url')}`
}
