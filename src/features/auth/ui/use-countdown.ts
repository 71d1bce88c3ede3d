import { useEffect, useState } from 'react'
import { SECOND } from '#lib/clock.ts'

/** Seconds left until a moment; `restart` sets a new one. Right again at once after the device has slept. */
export function useCountdown(seconds: number): { left: number; restart: (seconds: number) => void } {
  const [left, setLeft] = useState(seconds)
  const [end, setEnd] = useState(() => Date.now() + seconds * SECOND)

  useEffect(() => {
    const tick = () => {
      const now = Math.max(0, Math.ceil((end - Date.now()) / SECOND))
      setLeft(now)
      if (now === 0) clearInterval(timer)
    }
    const timer = setInterval(tick, SECOND)
    tick()
    return () => clearInterval(timer)
  }, [end])

  return { left, restart: (given) => setEnd(Date.now() + given * SECOND) }
}
