import { HOUR, MINUTE, SECOND } from './time/clock.ts'

/** How long a staff session lasts, however much it is used, and how long without use. */
export const STAFF_SESSION = 12 * HOUR
export const STAFF_IDLE = 30 * MINUTE

/** Precision of a session's last use on the server: at most one write in this time. */
export const STAFF_SEEN_EVERY = 10 * SECOND

/** How long before its end a session is announced to end. */
export const END_WARNING = 2 * MINUTE
