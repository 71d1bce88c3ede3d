import { logWork, type StaffWork } from '#core/staff/staff-log.ts'
import type { Db } from '#db/database.ts'
import { inTransaction } from '#db/statements/transaction.ts'
import { takeTurnOf } from '../../../server/accounts.ts'
import { endSessions, forgiveAll } from '../../../server/for-staff.ts'
import { changingSessions } from '../../../server/sessions/known-sessions.ts'

/**
 * Logs a learner out everywhere, and makes their devices strangers.
 * @returns how many log-ins have ended
 * @throws notFound, conflict where the account has ended
 */
export function logOutEverywhere(db: Db, work: StaffWork, userId: number): Promise<number> {
  return changingSessions(() =>
    inTransaction(db, async (tx) => {
      await takeTurnOf(tx, userId)
      const ended = await endSessions(tx, userId, work.now)
      await logWork(tx, work, {
        action: 'logged out everywhere',
        subject: `learner ${userId}`,
        userId,
        after: { sessions_ended: ended },
      })
      return ended
    }),
  )
}

/**
 * Lets a phone be sent codes again after others asked for too many or guessed. What counts against an address stays.
 * @returns how many codes sent and guesses no longer count
 * @throws notFound, conflict where the account has ended
 */
export function unlockCodes(db: Db, work: StaffWork, userId: number): Promise<{ sends: number; tries: number }> {
  return inTransaction(db, async (tx) => {
    await takeTurnOf(tx, userId)
    const { sends, tries } = await forgiveAll(tx, userId)
    await logWork(tx, work, {
      action: 'codes unlocked',
      subject: `learner ${userId}`,
      userId,
      after: { codes_forgiven: sends, guesses_forgiven: tries },
    })
    return { sends, tries }
  })
}
