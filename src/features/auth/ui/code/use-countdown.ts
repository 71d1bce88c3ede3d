import { useEffect, useState } from 'react'
import { SECOND } from '#lib/both/time/clock.ts'

/**
 * Seconds left until a moment, which is in milliseconds since 1970 by this device's clock. Right again at once after the
 * device has slept.
 */
export function useCountdown(end: number): number {
  const [left, setLeft] = useState(() => secondsUntil(end))

  useEffect(() => {
    const tick = () => {
      const now = secondsUntil(end)
      setLeft(now)
      if (now === 0) clearInterval(timer)
    }
    const timer = setInterval(tick, SECOND)
    tick()
    return () => clearInterval(timer)
  }, [end])

  return left
}

const secondsUntil = (end: number) => Math.max(0, Math.ceil((end - Date.now()) / SECOND))
