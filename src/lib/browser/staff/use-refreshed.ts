import { useEffect } from 'react'
import type { Loader } from '../call/loading.ts'
import { SECOND } from '../../both/time/clock.ts'

/** How often what others may change is asked for anew while it is looked at. */
const EVERY = 30 * SECOND

/** Asks anew for what a loader shows, every half a minute and when the page comes into sight. What fails changes nothing. */
export function useRefreshed<Input, Shown, Missing extends boolean>(loader: Loader<Input, Shown, Missing>): void {
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible' && loader.$state.get().is === 'shown') loader.refresh().catch(() => {})
    }
    const timer = setInterval(look, EVERY)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [loader])
}
