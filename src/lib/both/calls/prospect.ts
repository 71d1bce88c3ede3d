import type { ErrorCode } from './error-codes.ts'
import { ApiError } from './errors.ts'

/**
 * What is to be expected of sending the same again. `away`: no server took it, so that its sender keeps it and sends it
 * later, as without a network; `later`: a server answered that it cannot now; `log-in`: not before its learner has logged
 * in again; `refused`: it never will be taken.
 */
export type Prospect = 'away' | 'later' | 'log-in' | 'refused'

/**
 * Answers of a server that is there again in a moment, or of what stands before it: restarting (502, 503, 504), its database
 * away (503), its disk full (507). What was sent is not at fault.
 */
const AWAY = [502, 503, 504, 507]

/** A network that was too slow, and what was asked too often. */
const LATER = [408, 429]

/** Conflicts that end by themselves. */
const PASSING: ErrorCode[] = ['busy', 'resting']

/** @param error what a call has thrown; anything but an ApiError means that no answer came, in time or at all */
export function prospectOf(error: unknown): Prospect {
  if (!(error instanceof ApiError) || AWAY.includes(error.status)) return 'away'
  const { status, code } = error
  if (status === 401) return 'log-in'
  const passes = status >= 500 || LATER.includes(status) || (code !== undefined && PASSING.includes(code))
  return passes ? 'later' : 'refused'
}

/** True where the same may be taken later although nobody does anything about it. */
export function passes(error: unknown): boolean {
  const prospect = prospectOf(error)
  return prospect === 'away' || prospect === 'later'
}

/** Milliseconds that the server asked to be left alone for; 0 where it said nothing. */
export function askedPause(error: unknown): number {
  const seconds = error instanceof ApiError ? (error.retryAfter ?? 0) : 0
  return Math.min(seconds * 1000, LONGEST_ASKED)
}

/** More is not believed: an exam does not have the time. */
const LONGEST_ASKED = 120_000
