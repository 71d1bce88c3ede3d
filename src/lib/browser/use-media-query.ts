import { useCallback, useSyncExternalStore } from 'react'

/**
 * Whether a media query matches, rendered again when that changes.
 * @param query does not change
 * @returns true on the server: what is narrower than its screen is hidden by its styles until the browser has hydrated it
 */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const watched = matchMedia(query)
      watched.addEventListener('change', onChange)
      return () => watched.removeEventListener('change', onChange)
    },
    [query],
  )
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => true,
  )
}
