import { MINUTE } from '#lib/both/time/clock.ts'

/** How long a second factor is recent: calls that declare `secondFactor: 'recent'` are refused after it. */
export const RECENT_FACTOR = 15 * MINUTE

export const RECOVERY_CODES = 10

/** Name of the first authenticator app; passkeys are named after browser and system. */
export const AUTHENTICATOR_NAME = 'Authenticator app'

/** Failed second factors of one member that the audit log shows in 24 hours; further ones are in the server's log alone. */
export const MAX_AUDITED_FAILURES = 10

/** Characters of a name of the staff, as learners read it at answers. */
export const MOST_STAFF_NAME = 60

/** Characters that say which proof of identity was seen. */
export const MAX_PROOF = 300

/** What is read where a log-in of staff fails. */
export const staffMessages = {
  sent: 'If this phone is of the staff, a code has been sent to it.',
  longSent: 'An 8-digit code has been sent to your phone.',
  sentBefore: 'The 8-digit code was already sent to this phone. It still works.',
  wrongCode: 'This code is not right, or no longer valid.',
  noCookie:
    'Your browser did not send the cookie of this log-in. Allow cookies for this site, then request a new code in this browser.',
  wrongFactor: 'This is not right. Please try again.',
  usedCode: 'This code was used already. Please wait for the next one.',
  overTries: 'Too many wrong codes were entered. Please begin again.',
} as const
