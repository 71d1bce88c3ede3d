import { atom } from 'nanostores'
import { serverNow, sleepWatch } from '#lib/browser/server-time.ts'
import { secondsLeft } from '#lib/both/time/server-clock.ts'

/** The time of the attempt under way. */

export const $secondsLeft = atom(Infinity)

/** What happens as time goes by. */
export interface ClockEvents {
  /** The time is over. */
  onEnd: () => void
  /** The device slept, or its time was set, so that its own clocks are in doubt. */
  onDoubt: () => void
  /** The end is near: a minute, ten seconds. */
  onMark: () => void
  /** Every few seconds, for what is kept of the time. */
  onBeat: () => void
}

/** Seconds before the end at which everything is sent that has not arrived. */
const MARKS = [60, 10]
/** Seconds between two beats. */
const BEAT = 5

let running: { deadline: number; events: ClockEvents; slept: () => boolean; beatAt: number } | undefined
let ticker: ReturnType<typeof setTimeout> | undefined

/** Counts down to the deadline, in milliseconds since 1970 by the server's clock. */
export function runClock(deadline: number, events: ClockEvents): void {
  running = { deadline, events, slept: sleepWatch(), beatAt: Infinity }
  tick()
}

/** Goes on where the clock ended, or takes over a deadline that the server has told again. */
export function resumeClock(deadline?: number): void {
  if (running) runClock(deadline ?? running.deadline, running.events)
}

/** Nothing is counted any more. */
export function stopClock(): void {
  clearTimeout(ticker)
  running = undefined
}

/** Counts the seconds by the server's clock, each at its very end, so that none is skipped or shown twice. */
function tick(): void {
  clearTimeout(ticker)
  if (!running) return
  const { deadline, events, slept } = running
  const now = serverNow()
  const left = secondsLeft(deadline, now)
  const before = $secondsLeft.get()
  if (left !== before) $secondsLeft.set(left)
  if (left === 0) return events.onEnd()
  if (slept()) events.onDoubt()
  else if (left <= running.beatAt - BEAT) {
    running.beatAt = left
    events.onBeat()
  }
  // A page out of sight may skip seconds.
  if (before < Infinity && MARKS.some((mark) => left <= mark && mark < before)) events.onMark()
  ticker = setTimeout(tick, ((deadline - now) % 1000 || 1000) + 5)
}
