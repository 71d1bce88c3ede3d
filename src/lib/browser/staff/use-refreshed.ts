import { useEffect, useState } from 'react'
import { wasLeft, type Loader } from '../call/loading.ts'
import { SECOND } from '../../both/time/clock.ts'
import { inBackground } from './background.ts'

/** How often what others may change is asked for anew while it is looked at. */
const EVERY = 30 * SECOND

/**
 * Reloads what a loader shows, in the background, every half a minute and when the page becomes visible. What fails
 * changes nothing.
 * @param every milliseconds
 * @returns whether the last time failed
 */
export function useRefreshed<Input, Shown, Missing extends boolean>(
  loader: Loader<Input, Shown, Missing>,
  every = EVERY,
): boolean {
  const [isStale, setStale] = useState(false)
  useEffect(() => {
    const look = () => {
      if (document.visibilityState !== 'visible' || loader.$state.get().is !== 'shown') return
      inBackground(() => loader.refresh()).then(
        () => setStale(false),
        (error: unknown) => setStale(!wasLeft(error)),
      )
    }
    const timer = setInterval(look, every)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [loader, every])
  return isStale
}
