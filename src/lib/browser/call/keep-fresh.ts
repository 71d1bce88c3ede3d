import { MINUTE, SECOND } from '../../both/time/clock.ts'

/** Minimum between two refreshes. Focus and visibility come together. */
const MIN_PAUSE = 5 * SECOND

export interface FreshOptions {
  /** Average milliseconds between refreshes while `isDue`; each pause is drawn by lot, so waiting pages spread. */
  every?: number
  /** Whether what is displayed waits for a change that nothing on this page announces. */
  isDue?: () => boolean
}

/**
 * Refreshes what a page displays: when the page becomes visible or gets the focus, when the network returns, and from
 * time to time while `isDue`. A failed refresh changes nothing.
 * @returns ends it
 */
export function keepFresh(
  refresh: () => Promise<unknown>,
  { every = MINUTE, isDue = () => false }: FreshOptions = {},
): () => void {
  let last = -Infinity
  let timer: ReturnType<typeof setTimeout>
  const refreshNow = () => {
    if (document.visibilityState === 'hidden') return
    last = performance.now()
    refresh().catch(() => (last = -Infinity))
  }
  const refreshOnReturn = () => {
    if (performance.now() - last >= MIN_PAUSE) refreshNow()
  }
  const schedule = () => {
    timer = setTimeout(
      () => {
        if (isDue()) refreshOnReturn()
        schedule()
      },
      every * (0.75 + Math.random() / 2),
    )
  }
  schedule()
  addEventListener('focus', refreshOnReturn)
  addEventListener('online', refreshNow)
  document.addEventListener('visibilitychange', refreshOnReturn)
  return () => {
    clearTimeout(timer)
    removeEventListener('focus', refreshOnReturn)
    removeEventListener('online', refreshNow)
    document.removeEventListener('visibilitychange', refreshOnReturn)
  }
}
