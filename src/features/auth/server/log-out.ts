import type { LearnerContext } from '#core/context.ts'
import type { ReplyOf } from '#lib/both/calls/endpoint.ts'
import type { logOut as contract } from '../auth.contract.ts'
import { revokeSession } from './sessions.ts'

/** Ends the caller's session; their other devices stay logged in. */
export async function logOut({ db, user, now }: LearnerContext): Promise<ReplyOf<typeof contract>> {
  await revokeSession(db, { id: user.sessionId, userId: user.id, now: now() })
  return { status: true, success: true, message: 'Logged out.' }
}
