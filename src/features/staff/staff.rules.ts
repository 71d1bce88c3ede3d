import { MINUTE } from '#lib/both/time/clock.ts'

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
