import type { StaffRole } from '#lib/both/staff-roles.ts'
import { DAY, MINUTE, SECOND } from '#lib/both/time/clock.ts'
import { phaseOf } from '../live-classes.rules.ts'

/** Who makes, moves and cancels classes; who else looks them up for learners. */
export const classAuthors: readonly StaffRole[] = ['owner', 'author']
export const classReaders: readonly StaffRole[] = ['owner', 'author', 'mentor', 'support']

export const classLists = ['upcoming', 'past', 'cancelled', 'all'] as const

export const classStates = ['upcoming', 'live', 'past', 'cancelled'] as const
export type ClassState = (typeof classStates)[number]

/** What a class is now, of its row. */
export function stateOf(row: { starts_at: number; ends_at: number; retired: number }, now: number): ClassState {
  if (row.retired === 1) return 'cancelled'
  const phase = phaseOf(row, now)
  return phase === 'ended' ? 'past' : phase
}

/** Classes that are made in one go, at most. */
export const MOST_AT_ONCE = 60

/** How often a class is repeated, and after how many days. */
export const rhythms = { once: 0, daily: 1, weekly: 7 } as const
export type Rhythm = keyof typeof rhythms

/** When each of several classes starts and ends that repeat the first. */
export function repeated<Times extends { starts_at: number; ends_at: number }>(
  { starts_at, ends_at }: Times,
  { rhythm, times }: { rhythm: Rhythm; times: number },
): { starts_at: number; ends_at: number }[] {
  const step = rhythms[rhythm] * DAY
  // India has no summer time: a day later is the same hour.
  return Array.from({ length: step === 0 ? 1 : times }, (_, index) => ({
    starts_at: starts_at + index * step,
    ends_at: ends_at + index * step,
  }))
}

/** The minute that runs: a form knows no seconds, so a class that starts in it does not start in the past. */
export function thisMinute(now: number): number {
  return Math.floor(now / MINUTE) * MINUTE
}

/**
 * A cancellation that is undone within this was a slip: nothing has been pushed, and it is withdrawn. Longer than the console
 * offers to undo it.
 */
export const SLIP = 20 * SECOND
