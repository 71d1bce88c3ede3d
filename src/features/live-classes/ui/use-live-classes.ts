import { useCallback, useEffect, useState } from 'react'
import { call, serverNow } from '#lib/browser/call/call.ts'
import { loading } from '#lib/browser/call/loading.ts'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { indianDay, SECOND } from '#lib/both/time/clock.ts'
import { withQuery } from '#lib/both/paths.ts'
import { listLiveClasses } from '../live-classes.contract.ts'
import { isClassDay } from '../live-classes.rules.ts'

const ofDay = loading((day: string, signal) => call(listLiveClasses, { query: { livedate: day }, signal }))

/** The classes of the day that the address asks for, today's without one, and the server's time, which goes on. */
export function useLiveClasses() {
  // The server that draws the page knows neither the address nor the time that it will be seen.
  const [now, setNow] = useState<number>()
  const [asked, setAsked] = useState<string>()
  const today = now === undefined ? undefined : indianDay(now)
  const day = asked ?? today
  const state = useLoaded(ofDay, day ?? null)

  useEffect(() => {
    const read = () => {
      const given = new URLSearchParams(location.search).get('date')
      setAsked(given && isClassDay(given) ? given : undefined)
    }
    const tick = () => setNow(serverNow())
    // A class may have been moved while nobody looked; what is shown stays meanwhile.
    const lookAgain = () => {
      if (document.visibilityState === 'hidden') return
      tick()
      ofDay.refresh().catch(() => {})
    }
    // The clock is right by the reply.
    const endListening = ofDay.$state.listen(tick)
    read()
    tick()
    const ticking = setInterval(tick, SECOND)
    addEventListener('popstate', read)
    addEventListener('online', lookAgain)
    document.addEventListener('visibilitychange', lookAgain)
    return () => {
      endListening()
      clearInterval(ticking)
      removeEventListener('popstate', read)
      removeEventListener('online', lookAgain)
      document.removeEventListener('visibilitychange', lookAgain)
    }
  }, [])

  const go = useCallback(
    (to: string) => {
      history.pushState(null, '', withQuery(location.pathname, { date: to === today ? '' : to }))
      setAsked(to === today ? undefined : to)
    },
    [today],
  )
  return { state, day, today, now, go, retry: ofDay.again }
}
