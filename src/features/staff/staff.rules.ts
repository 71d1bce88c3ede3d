import { HOUR, MINUTE, SECOND } from '#lib/both/time/clock.ts'

/** How long a log-in of staff lasts, however much it is used, and how long when it is not. */
export const STAFF_SESSION = 12 * HOUR
export const STAFF_IDLE = 30 * MINUTE

/** Precision of a session's last use: at most one write in this time. */
export const SEEN_EVERY = 10 * SECOND

/** Warning before a session ends. */
export const END_WARNING = 2 * MINUTE

/** How long a second factor is recent: calls that declare `secondFactor: 'recent'` are refused after it. */
export const RECENT_FACTOR = 15 * MINUTE

export const RECOVERY_CODES = 10

/** Characters of a name of the staff, as learners read it at answers. */
export const MOST_STAFF_NAME = 60

/** What is read where a log-in of staff fails. */
export const staffMessages = {
  sent: 'If this phone is of the staff, a code has been sent to it.',
  wrongCode: 'This code is not right, or no longer valid.',
  wrongFactor: 'This is not right. Please try again.',
  usedCode: 'This code was used already. Please wait for the next one.',
  overTries: 'Too many wrong codes were entered. Please begin again.',
} as const
