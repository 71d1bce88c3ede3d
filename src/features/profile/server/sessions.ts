import type { LearnerContext } from '#core/context.ts'
import { revokeOtherSessions, revokeSession } from '#features/auth/server/sessions.ts'
import { deviceOfSession, forgetDevices } from '#features/auth/server/ways/known-devices.ts'
import { isoTime } from '#lib/both/time/clock.ts'
import type { InputOf } from '#lib/both/calls/endpoint.ts'
import { notFound } from '#lib/both/calls/errors.ts'
import type { endSession as endContract, Session } from '../profile.contract.ts'
import { deviceOf } from '../profile.rules.ts'

/** The caller's live sessions: this one first, then the ones used last. */
export async function listSessions({ db, user, now }: LearnerContext) {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'created_at', 'last_seen_at'])
    .where('user_id', '=', user.id)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now())
    .execute()
  const data = rows.map((row): Session => {
    const { name, phoneSized } = deviceOf(row.user_agent)
    return {
      id: row.id,
      device: name,
      phone_sized: phoneSized,
      current: row.id === user.sessionId,
      created_at: row.created_at,
      last_seen_at: row.last_seen_at ?? row.created_at,
      created_at_iso: isoTime(row.created_at),
      last_seen_at_iso: isoTime(row.last_seen_at ?? row.created_at),
    }
  })
  data.sort((one, other) => Number(other.current) - Number(one.current) || other.last_seen_at - one.last_seen_at)
  return { status: true, data }
}

/**
 * Logs one of the caller's devices out, at once; it is known no more, unless it is the one that the caller is on.
 * @throws notFound when it is no live session of the caller
 */
export async function endSession({ db, user, now }: LearnerContext, { body }: InputOf<typeof endContract>) {
  const ended = await revokeSession(db, { id: body.id, userId: user.id, now: now() })
  if (!ended) throw notFound('This device is already logged out.')
  const here = await deviceOfSession(db, user.sessionId)
  if (ended.device_id !== here) await forgetDevices(db, user.id, { only: ended.device_id })
  return { status: true, success: true, message: 'The device is logged out.' }
}

/** Logs out everywhere but here, and makes all other devices strangers. */
export async function endOtherSessions({ db, user, now }: LearnerContext) {
  const ended = await revokeOtherSessions(db, { id: user.sessionId, userId: user.id, now: now() })
  await forgetDevices(db, user.id, { except: await deviceOfSession(db, user.sessionId) })
  return { status: true, success: true, message: 'All other devices are logged out.', ended }
}
