/** A clock that nothing sets, and something to happen later. */
export interface Timers {
  /** Milliseconds that only grow. */
  steady: () => number
  /** Does something when `ms` milliseconds have passed. @returns a function that prevents it */
  after: (ms: number, then: () => void) => () => void
}

/** Those of the browser. */
export const timers: Timers = {
  steady: () => performance.now(),
  after: (ms, then) => {
    const timer = setTimeout(then, ms)
    return () => clearTimeout(timer)
  },
}
