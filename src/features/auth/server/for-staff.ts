import type { Db } from '#db/database.ts'
import { changingSessions } from './sessions/known-sessions.ts'
import { forgetDevices } from './ways/known-devices.ts'

/** Ends every session of a learner, and makes their devices strangers. @returns how many sessions there were */
export async function endSessions(db: Db, userId: number, now: number): Promise<number> {
  const ended = await changingSessions(() =>
    db
      .updateTable('sessions')
      .set({ revoked_at: now })
      .where('user_id', '=', userId)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', now)
      .returning('id')
      .execute(),
  )
  await forgetDevices(db, userId)
  return ended.length
}

/**
 * Forgets what counts against a phone, whoever did it. What counts against an address stays.
 * @returns how many codes sent and guesses were forgotten
 */
export async function forgiveAll(db: Db, userId: number): Promise<{ sends: number; tries: number }> {
  const sends = await db.deleteFrom('code_sends').where('user_id', '=', userId).returning('id').execute()
  const tries = await db.deleteFrom('code_tries').where('user_id', '=', userId).returning('id').execute()
  return { sends: sends.length, tries: tries.length }
}
