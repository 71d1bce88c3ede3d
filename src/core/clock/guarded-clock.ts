import { SECOND, type Clock } from '#lib/both/time/clock.ts'
import type { Machine } from './machine.ts'

/** Clocks that differ by no more agree. What servers of one site may differ by, too (docs/operating.md). */
export const TOLERANCE = 2 * SECOND

export interface GuardedClock {
  /**
   * The machine's time, as long as it moves on as evenly as its monotonic clock. After a jump, forward or back, time goes on
   * from where it was, until the machine's clock agrees again or somebody has found it right (`goOnFrom`).
   */
  now: Clock
  /** How far the machine's clock is ahead of `now`, milliseconds; below 0 when it is behind, 0 while they agree. */
  ahead: () => number
  /** Goes on from an instant that was found right. */
  goOnFrom: (instant: number) => void
}

/** The one clock of a process. A machine that slept is no jump: its uptime counts the sleep and says so. */
export function guardedClock(machine: Machine): GuardedClock {
  /** Time minus the monotonic clock. */
  let offset = machine.wall() - machine.steady()
  /** Uptime minus the monotonic clock: grows by what the machine sleeps. */
  let slept = machine.uptime() - machine.steady()

  const read = () => {
    const wall = machine.wall()
    const steady = machine.steady()
    let ahead = wall - steady - offset
    if (Math.abs(ahead) > TOLERANCE) {
      const sleep = machine.uptime() - steady - slept
      if (Math.abs(sleep) > SECOND) {
        slept += sleep
        offset += sleep
        ahead -= sleep
      }
    }
    const agree = Math.abs(ahead) <= TOLERANCE
    if (agree) offset = wall - steady
    return { now: agree ? wall : Math.round(steady + offset), ahead: agree ? 0 : Math.round(ahead) }
  }
  return {
    now: () => read().now,
    ahead: () => read().ahead,
    goOnFrom: (instant) => {
      const steady = machine.steady()
      offset = instant - steady
      slept = machine.uptime() - steady
    },
  }
}
