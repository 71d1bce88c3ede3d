import { useCallback, useEffect, useState } from 'react'
import { call, serverNow, Unreachable } from '#lib/browser/call/call.ts'
import { indianDay, SECOND } from '#lib/both/time/clock.ts'
import { withQuery } from '#lib/both/paths.ts'
import { listLiveClasses, type LiveClass } from '../live-classes.contract.ts'
import { isClassDay } from '../live-classes.rules.ts'

type State =
  { is: 'loading' } | { is: 'failed'; unreachable: boolean } | { is: 'shown'; day: string; classes: LiveClass[] }

/** The classes of the day that the address asks for, today's without one, and the server's time, which goes on. */
export function useLiveClasses() {
  // The server that draws the page knows neither the address nor the time that it will be seen.
  const [now, setNow] = useState<number>()
  const [asked, setAsked] = useState<string>()
  const [state, setState] = useState<State>({ is: 'loading' })
  const [attempt, setAttempt] = useState(0)
  const retry = useCallback(() => setAttempt((count) => count + 1), [])
  const today = now === undefined ? undefined : indianDay(now)
  const day = asked ?? today

  useEffect(() => {
    const read = () => {
      const given = new URLSearchParams(location.search).get('date')
      setAsked(given && isClassDay(given) ? given : undefined)
    }
    const tick = () => setNow(serverNow())
    // A class may have been moved while nobody looked.
    const lookAgain = () => {
      if (document.visibilityState === 'hidden') return
      tick()
      retry()
    }
    read()
    tick()
    const ticking = setInterval(tick, SECOND)
    addEventListener('popstate', read)
    addEventListener('online', retry)
    document.addEventListener('visibilitychange', lookAgain)
    return () => {
      clearInterval(ticking)
      removeEventListener('popstate', read)
      removeEventListener('online', retry)
      document.removeEventListener('visibilitychange', lookAgain)
    }
  }, [retry])

  useEffect(() => {
    if (!day) return
    const abort = new AbortController()
    // What is shown of the same day stays while it is asked for again.
    setState((before) => (before.is === 'shown' && before.day === day ? before : { is: 'loading' }))
    call(listLiveClasses, { query: { livedate: day }, signal: abort.signal }).then(
      (classes) => {
        setState({ is: 'shown', day, classes })
        setNow(serverNow())
      },
      (error: unknown) => {
        if (abort.signal.aborted) return
        setState((before) =>
          before.is === 'shown' ? before : { is: 'failed', unreachable: error instanceof Unreachable },
        )
      },
    )
    return () => abort.abort()
  }, [day, attempt])

  const go = useCallback(
    (to: string) => {
      history.pushState(null, '', withQuery(location.pathname, { date: to === today ? '' : to }))
      setAsked(to === today ? undefined : to)
    },
    [today],
  )
  return { state, day, today, now, go, retry }
}
