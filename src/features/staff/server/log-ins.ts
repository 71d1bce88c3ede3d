import { createHash, randomBytes, randomInt } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Context, Entering } from '#core/context.ts'
import type { Database, Db } from '#db/database.ts'
import { ApiError, tooMany } from '#lib/both/calls/errors.ts'
import { waitFor, waitInWords, watched, type Limit } from '#lib/both/calls/limits.ts'
import { HOUR, MINUTE } from '#lib/both/time/clock.ts'
import { CODE_LENGTH } from '#features/auth/login-form.rules.ts'
import { same } from './authenticator.ts'
import { hashOfToken, newStaffToken } from './sessions.ts'
import { readRoles } from './staff-accounts.ts'
import { staffMessages } from '../staff.rules.ts'

/** A log-in of staff from its first code to its second factor. It belongs to the browser that asked for it. */

/** How long a log-in may take. */
export const LOG_IN_LIFE = 10 * MINUTE

/** Guesses at the code of a log-in, and again at its second factor. */
export const MOST_TRIES = 5

/** Codes for one phone, from anywhere, and from one address. */
const ofPhone: readonly Limit[] = [{ count: 12, span: HOUR }]
const ofPhoneFromAddress: readonly Limit[] = [
  { count: 5, span: 15 * MINUTE },
  { count: 8, span: HOUR },
]

interface Asked {
  /** As `+919000000201`. */
  phone: string
  staffId: number | undefined
  address: string
  now: number
}

/**
 * Begins a log-in. That of a phone of nobody is kept as well and never succeeds.
 * @returns what the browser keeps, and the code in clear
 * @throws ApiError 429 when this phone was sent too many codes
 */
export async function beginLogIn(
  tx: Transaction<Database>,
  { phone, staffId, address, now }: Asked,
): Promise<{ token: string; code: string }> {
  await tx
    .deleteFrom('staff_log_ins')
    .where('sent_at', '<=', now - HOUR)
    .execute()
  const sent = await tx
    .selectFrom('staff_log_ins')
    .select(['address', 'sent_at'])
    .where('phone', '=', phone)
    .orderBy('sent_at', 'desc')
    .limit(watched(ofPhone))
    .execute()
  const times = sent.map(({ sent_at }) => sent_at)
  const here = sent.filter((one) => one.address === address).map(({ sent_at }) => sent_at)
  const wait = Math.max(waitFor(ofPhone, times, now), waitFor(ofPhoneFromAddress, here, now))
  if (wait > 0) throw tooMany(`Too many codes were requested. Please try again in ${waitInWords(wait)}.`, wait / 1000)
  const token = newStaffToken()
  const code = String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0')
  await tx
    .insertInto('staff_log_ins')
    .values({
      token_hash: hashOfToken(token),
      staff_id: staffId ?? null,
      phone,
      code_hash: hashOfCode(code, randomBytes(16).toString('base64url')),
      address,
      sent_at: now,
      expires_at: now + LOG_IN_LIFE,
    })
    .execute()
  return { token, code }
}

/**
 * Counts a guess at a log-in before it is looked at, so that guesses at the same moment share the same few tries.
 * @returns the log-in; undefined where there is none, or it was guessed at too often
 */
export async function countTry(db: Db, { token, now }: { token: string | undefined; now: number }) {
  if (!token) return undefined
  return db
    .updateTable('staff_log_ins')
    .set(({ eb }) => ({ tries: eb('tries', '+', 1) }))
    .where('token_hash', '=', hashOfToken(token))
    .where('expires_at', '>', now)
    .where('tries', '<', MOST_TRIES)
    .returning(['id', 'staff_id', 'code_hash', 'proved_at'])
    .executeTakeFirst()
}

export const isCode = (code: string, stored: string) => same(hashOfCode(code, stored.split('.')[0] ?? ''), stored)

/** The phone is proved: what comes next may be guessed at as often again. */
export async function markProved(db: Db, id: number, now: number): Promise<void> {
  await db.updateTable('staff_log_ins').set({ proved_at: now, tries: 0 }).where('id', '=', id).execute()
}

export async function endLogIn(tx: Db, id: number): Promise<boolean> {
  const ended = await tx.deleteFrom('staff_log_ins').where('id', '=', id).returning('id').executeTakeFirst()
  return ended !== undefined
}

/**
 * Whose log-in is under way in this browser, with the phone proved.
 * @throws ApiError 401 where the cookie is missing, there is no such log-in, or it took too long
 */
export async function authenticateEntering(ctx: Pick<Context, 'db' | 'now' | 'staffCookies'>): Promise<Entering> {
  const token = ctx.staffCookies.read('entry')
  if (!token) throw new ApiError(401, staffMessages.noCookie)
  const row = await ctx.db
    .selectFrom('staff_log_ins as entry')
    .innerJoin('staff', 'staff.id', 'entry.staff_id')
    .select(['entry.id', 'entry.staff_id', 'staff.name', 'staff.roles'])
    .where('entry.token_hash', '=', hashOfToken(token))
    .where('entry.proved_at', 'is not', null)
    .where('entry.expires_at', '>', ctx.now())
    .where('staff.left_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw new ApiError(401, 'This took too long. Please begin again.')
  return { logInId: row.id, staffId: row.staff_id!, name: row.name, roles: readRoles(row.roles) }
}

/** `salt.hash`: what protects a code is its short life. */
function hashOfCode(code: string, salt: string): string {
  return `${salt}.${createHash('sha256').update(`${salt}${code}`).digest('base64url')}`
}
