import { useEffect, useState } from 'react'
import { serverNow } from '#lib/browser/call/call.ts'
import { MINUTE } from '#lib/both/time/clock.ts'

/** The server's time, often enough for minutes; undefined before the browser has taken over. */
export function useNow(): number | undefined {
  const [now, setNow] = useState<number>()
  useEffect(() => {
    const tick = () => setNow(serverNow())
    tick()
    const ticking = setInterval(tick, MINUTE / 4)
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearInterval(ticking)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [])
  return now
}
