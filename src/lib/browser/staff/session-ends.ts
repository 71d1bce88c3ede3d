import { STAFF_SEEN_EVERY, STAFF_IDLE, STAFF_SESSION } from '../../both/staff-session.ts'
import { hasFields, valueIn } from '../../both/told.ts'
import { keep } from '../device/storage.ts'

/**
 * When the staff session ends, as this browser knows it: shared by its tabs, which the guard in the head of each page also
 * reads (layouts/staff/staff-guard.ts).
 */

/** Local storage key. */
export const STAFF_ENDS_KEY = 'padavu-staff-ends'

/** Milliseconds since 1970 by this device: without use, and however it is used. Either may be unknown. */
export interface SessionEnds {
  idle?: number
  session?: number
}

export function readSessionEnds(): SessionEnds {
  const stored = valueIn(keep(() => localStorage.getItem(STAFF_ENDS_KEY)) ?? null)
  if (!hasFields(stored)) return {}
  const { idle, session } = stored
  return { ...(typeof idle === 'number' && { idle }), ...(typeof session === 'number' && { session }) }
}

/** Notes a log-in. */
export function noteLogIn(now: number): void {
  write({ idle: idleEnd(now), session: now + STAFF_SESSION })
}

/** Notes a call that renewed the session. @param sent when it was sent */
export function noteUse(sent: number): void {
  const ends = readSessionEnds()
  if (idleEnd(sent) > (ends.idle ?? 0)) write({ ...ends, idle: idleEnd(sent) })
}

/** The server may know a use that is up to STAFF_SEEN_EVERY older. */
const idleEnd = (used: number) => used + STAFF_IDLE - STAFF_SEEN_EVERY

const write = (ends: SessionEnds) => keep(() => localStorage.setItem(STAFF_ENDS_KEY, JSON.stringify(ends)))
