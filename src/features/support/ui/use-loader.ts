import { useEffect, useState } from 'react'

/** How long the loader lasts at least (document 1, section 9). */
const LOADER_MS = 500

/** True for half a second after `shown` has become another thing. */
export function useLoader(shown: string): boolean {
  const [rested, setRested] = useState<string>()
  useEffect(() => {
    const timer = setTimeout(() => setRested(shown), LOADER_MS)
    return () => clearTimeout(timer)
  }, [shown])
  return rested !== shown
}
