import { useEffect, useState } from 'react'
import { MINUTE } from '../both/time/clock.ts'

export interface NowOptions {
  /** Milliseconds between two renders: a second for countdowns. */
  every?: number
  /** Instants at which what is displayed changes, milliseconds since 1970. Rendered at each of them to the millisecond. */
  changes?: readonly number[]
}

/**
 * The server's time, rendered again often enough for minutes, at `changes` and when the page becomes visible.
 * @param clock the server's time in milliseconds; does not change between renders
 * @returns undefined before the browser has taken over
 */
export function useNow(clock: () => number, { every = MINUTE / 4, changes = [] }: NowOptions = {}): number | undefined {
  const [now, setNow] = useState<number>()
  useEffect(() => {
    const tick = () => setNow(clock())
    tick()
    const ticking = setInterval(tick, every)
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearInterval(ticking)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [clock, every])
  const next = now === undefined ? Infinity : Math.min(...changes.filter((instant) => instant > now))
  useEffect(() => {
    const left = next - clock()
    if (left > every) return undefined
    const timer = setTimeout(() => setNow(clock()), left)
    return () => clearTimeout(timer)
  }, [clock, every, next, now])
  return now
}
