import { atom, type ReadableAtom } from 'nanostores'
import { secondsLeft } from '#lib/both/time/server-clock.ts'
import type { ExamTime } from '../sitting/exam-ports.store.ts'

/** What happens as time goes by. */
interface ClockEvents {
  /** The time is over. */
  onEnd: () => void
  /** The device slept, or its time was set, so that its own clocks are in doubt. */
  onDoubt: () => void
  /** The end is near: a minute, ten seconds. */
  onMark: () => void
  /** Every few seconds, for what is kept of the time. */
  onBeat: () => void
}

export interface ExamClock {
  $secondsLeft: ReadableAtom<number>
  /** Milliseconds that may be left less, while the device's clocks disagree and the server cannot be reached. */
  $doubt: ReadableAtom<number>
  /** Counts down to the deadline, in milliseconds since 1970 by the server's clock. */
  run: (deadline: number, events: ClockEvents) => void
  /** Goes on where the clock ended, or takes over a deadline that the server has told again. */
  resume: (deadline?: number) => void
  /** Nothing is counted any more. */
  stop: () => void
}

/** Seconds before the end at which everything is sent that has not arrived. */
const MARKS = [60, 10]
/** Seconds between two beats. */
const BEAT = 5

/** The time of the attempt under way. */
export function examClock({
  serverNow,
  doubt,
  sleepWatch,
  after,
}: Pick<ExamTime, 'serverNow' | 'doubt' | 'sleepWatch' | 'after'>): ExamClock {
  const $secondsLeft = atom(Infinity)
  const $doubt = atom(0)
  let running: { deadline: number; events: ClockEvents; slept: () => boolean; beatAt: number } | undefined
  let cancel = () => {}

  const run: ExamClock['run'] = (deadline, events) => {
    running = { deadline, events, slept: sleepWatch(), beatAt: Infinity }
    tick()
  }

  /** Counts the seconds by the server's clock, each at its very end, so that none is skipped or shown twice. */
  const tick = (): void => {
    cancel()
    if (!running) return
    const { deadline, events, slept } = running
    $doubt.set(doubt())
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
    cancel = after(((deadline - now) % 1000 || 1000) + 5, tick)
  }

  return {
    $secondsLeft,
    $doubt,
    run,
    resume: (deadline) => {
      if (running) run(deadline ?? running.deadline, running.events)
    },
    stop: () => {
      cancel()
      running = undefined
    },
  }
}
