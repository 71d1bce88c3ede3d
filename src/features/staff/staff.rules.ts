import { HOUR, MINUTE } from '#lib/both/time/clock.ts'

/** How long a log-in of staff lasts, however much it is used, and how long when it is not. */
export const STAFF_SESSION = 12 * HOUR
export const STAFF_IDLE = 30 * MINUTE

/** How long after the second factor a member of the staff may change their own ways in. */
export const FRESH_FACTOR = 15 * MINUTE

export const RECOVERY_CODES = 10

/** Characters of a name of the staff, as learners read it at answers. */
export const MOST_STAFF_NAME = 60

/** What is read where a log-in of staff fails. */
export const staffMessages = {
  sent: 'If this phone is of the staff, a code has been sent to it.',
  wrongCode: 'This code is not right, or no longer valid.',
  noCookie:
    'Your browser did not send the cookie of this log-in. Allow cookies for this site, then request a new code in this browser.',
  wrongFactor: 'This is not right. Please try again.',
  usedCode: 'This code was used already. Please wait for the next one.',
  overTries: 'Too many wrong codes were entered. Please begin again.',
} as const
