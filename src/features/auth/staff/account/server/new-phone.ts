import { logWork, type StaffWork } from '#core/staff/staff-log.ts'
import type { Db } from '#db/database.ts'
import { inTransaction } from '#db/statements/transaction.ts'
import { conflict } from '#lib/both/calls/errors.ts'
import { learnerNumbered, markEnded, takeTurnOf } from '../../../server/accounts.ts'
import { endSessions, forgiveAll } from '../../../server/for-staff.ts'
import { formatPhone, removeCodes, type NewPhone } from '../../../server/codes/new-phone-code.ts'
import { accountPart } from '../../../server/personal-data.ts'
import { changingSessions } from '../../../server/sessions/known-sessions.ts'

/** Another phone for an account whose owner has lost the one before. */

/**
 * Whether an account may have a phone.
 * @returns the account that has it and must end before: one without a profile and with nothing in it, as whoever once asked
 * for a code has
 * @throws notFound
 * @throws conflict where the account has ended or has this phone, `phone_taken` where the phone is somebody's
 */
export async function emptyAccountAt(db: Db, userId: number, to: NewPhone): Promise<number | undefined> {
  const learner = await learnerNumbered(db, userId)
  if (learner.deleted_at !== null) throw conflict('This account has ended', 'conflict')
  const other = await db
    .selectFrom('users')
    .select(['id', 'name', 'registration_completed', 'blocked_at', 'muted_at', 'role'])
    .where('country_code', '=', to.countryCode)
    .where('phone', '=', to.phone)
    .executeTakeFirst()
  if (!other) return undefined
  if (other.id === userId) throw conflict('The account has this phone already', 'conflict')
  const isUntouched = other.blocked_at === null && other.muted_at === null && other.role === 'learner'
  const isEmpty = other.registration_completed === 0 && isUntouched && !(await ownsSomething(db, other.id))
  if (isEmpty) return other.id
  throw conflict(
    `${formatPhone(to)} is the phone of another account: ${other.name ?? 'without a profile'} (learner ${other.id}). Nothing was changed.`,
    'phone_taken',
  )
}

/** What an account without a profile may have had from staff. */
async function ownsSomething(db: Db, userId: number): Promise<boolean> {
  for (const table of ['enrolments', 'purchases', 'attempts', 'tickets', 'extra_attempts', 'learner_notes'] as const) {
    const row = await db.selectFrom(table).select('user_id').where('user_id', '=', userId).limit(1).executeTakeFirst()
    if (row) return true
  }
  return false
}

interface Move {
  userId: number
  to: NewPhone
  /** Which proof of identity was seen. */
  proof: string
}

/**
 * Gives an account another phone and ends all its log-ins; an empty account that had the phone ends. Whether the phone is the
 * learner's has been seen to by the caller.
 * @param prove is run first in the transaction
 * @returns how many log-ins have ended, and whether an empty account has
 * @throws as `emptyAccountAt`
 */
export function movePhone(
  db: Db,
  work: StaffWork,
  { userId, to, proof }: Move,
  prove?: (tx: Db) => Promise<void>,
): Promise<{ ended: number; emptied: boolean }> {
  return changingSessions(() =>
    inTransaction(db, async (tx) => {
      await prove?.(tx)
      // Before the account, as log-ins have it: one with a code that went to the old phone is over before this, or refused.
      await removeCodes(tx, userId)
      await takeTurnOf(tx, userId)
      const { country_code: countryCode, phone } = await learnerNumbered(tx, userId)
      await holdPhone(tx, to, work.now)
      const empty = await emptyAccountAt(tx, userId, to)
      if (empty !== undefined) await endEmpty(tx, empty, to, work.now)
      await tx
        .updateTable('users')
        .set({ country_code: to.countryCode, phone: to.phone, verified_at: work.now })
        .where('id', '=', userId)
        .execute()
      const ended = await endSessions(tx, userId, work.now)
      await forgiveAll(tx, userId)
      await logWork(tx, work, {
        action: 'phone changed',
        subject: `learner ${userId}`,
        userId,
        before: { phone: formatPhone({ countryCode, phone }) },
        after: {
          phone: formatPhone(to),
          proof,
          sessions_ended: ended,
          ...(empty !== undefined && { empty_account: empty }),
        },
      })
      return { ended, emptied: empty !== undefined }
    }),
  )
}

/** Makes whoever opens an account with the phone at this moment wait until the transaction has ended. */
async function holdPhone(tx: Db, { countryCode, phone }: NewPhone, now: number): Promise<void> {
  const held = await tx
    .insertInto('users')
    .values({ country_code: countryCode, phone, created_at: now })
    .onConflict((conflicting) => conflicting.columns(['country_code', 'phone']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (held) await tx.deleteFrom('users').where('id', '=', held.id).execute()
}

async function endEmpty(tx: Db, id: number, { countryCode, phone }: NewPhone, now: number): Promise<void> {
  await removeCodes(tx, id)
  await markEnded(tx, id, now)
  // What others know of it is erased by the sweep of ended accounts.
  await accountPart.erase(tx, { id, countryCode, phone }, now)
}
