import { LRUCache } from 'lru-cache'
import type { SignedIn } from '#core/context.ts'
import { SECOND } from '#lib/both/time/clock.ts'

/** How long a process believes what it read of a session: what other processes change shows within this time. */
export const BELIEVED = SECOND

/** Sessions that are remembered at once, of less than 1 kB each: as many as a process has connections. */
const MOST = 20_000

/** A session that was found to be good. */
export interface KnownSession {
  user: SignedIn
  seenAt: number | null
  expiresAt: number
  /** Not after it was asked for. */
  readAt: number
}

/** By the hashes of their tokens. */
const known = new LRUCache<string, KnownSession>({ max: MOST })

/** Steps of changes so far, and changes that are not done. */
let steps = 0
let underWay = 0

/** What is remembered of a session and still believed. */
export function recall(hash: string, now: number): KnownSession | undefined {
  const session = known.get(hash)
  return session && Math.abs(now - session.readAt) < BELIEVED ? session : undefined
}

/**
 * Reads a session, and remembers it unless something is being changed meanwhile. One whose learner has no profile yet is
 * not: with the profile, calls of its browser come to other processes at once.
 */
export async function readAndRemember(
  hash: string,
  read: () => Promise<KnownSession | undefined>,
): Promise<KnownSession | undefined> {
  const before = steps
  const session = await read()
  if (session?.user.registrationCompleted && underWay === 0 && steps === before) known.set(hash, session)
  return session
}

/**
 * Runs what ends sessions, or changes what is known of their learners, until it is stored: this process believes nothing
 * from before or from meanwhile. All sessions are read anew, since such changes are rare and each reads one row.
 */
export async function changingSessions<Result>(change: () => Promise<Result>): Promise<Result> {
  step(1)
  try {
    return await change()
  } finally {
    step(-1)
  }
}

function step(begun: 1 | -1): void {
  underWay += begun
  steps += 1
  known.clear()
}
