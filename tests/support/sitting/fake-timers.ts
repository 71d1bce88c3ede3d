import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Timers } from '#lib/browser/timers.ts'

interface Due {
  at: number
  then: () => void
  isAlive: () => boolean
}

/** Turns of the event loop without a request under way after which nothing is about to happen. */
const QUIET = 3

/**
 * Time that passes when a test says so, on a clock that a server may share.
 * @param isIdle whether no request is under way
 */
export function fakeTimers(clock: { now: () => number; set: (instant: number) => void }, isIdle: () => boolean) {
  const began = clock.now()
  let waiting: Due[] = []

  const settled = async () => {
    for (let quiet = 0; quiet < QUIET; quiet = isIdle() ? quiet + 1 : 0) await nextTurn()
  }

  const pass = async (ms: number) => {
    const until = clock.now() + ms
    await settled()
    for (;;) {
      waiting = waiting.filter(({ isAlive }) => isAlive())
      const next = waiting.reduce<Due | undefined>(
        (first, each) => (first && first.at <= each.at ? first : each),
        undefined,
      )
      if (!next || next.at > until) break
      waiting = waiting.filter((each) => each !== next)
      clock.set(Math.max(clock.now(), next.at))
      next.then()
      await settled()
    }
    clock.set(until)
    await settled()
  }

  /** Those of a page. @param isAlive false once it is gone, and nothing of it is due any more */
  const of = (isAlive: () => boolean): Timers & { limit: (ms: number) => AbortSignal } => {
    const after: Timers['after'] = (ms, then) => {
      // A server's clock knows whole milliseconds.
      const due = { at: clock.now() + Math.ceil(ms), then, isAlive }
      waiting.push(due)
      return () => {
        waiting = waiting.filter((each) => each !== due)
      }
    }
    return {
      steady: () => clock.now() - began,
      after,
      limit: (ms) => {
        const controller = new AbortController()
        after(ms, () => controller.abort(new DOMException('', 'TimeoutError')))
        return controller.signal
      },
    }
  }

  return { settled, pass, of }
}
