import { ApiError } from './errors.ts'

/**
 * Answers of a server that is there again in a moment, or of what stands before it: restarting (502, 503, 504), its database
 * away (503), its disk full (507). What was sent is not at fault.
 */
const PASSING = [502, 503, 504, 507]

/**
 * True where a request found no server that could take it, so that its sender keeps what it has and sends it later, as
 * without a network. An error that the server gives for another reason is not one of these.
 */
export function isAway(error: unknown): boolean {
  return !(error instanceof ApiError) || PASSING.includes(error.status)
}

/** Milliseconds that the server asked to be left alone for; 0 where it said nothing. */
export function askedPause(error: unknown): number {
  const seconds = error instanceof ApiError ? (error.retryAfter ?? 0) : 0
  return Math.min(seconds * 1000, LONGEST_ASKED)
}

/** More is not believed: an exam does not have the time. */
const LONGEST_ASKED = 120_000
