import { useEffect, useState } from 'react'
import { whenIdle } from './when-idle.ts'

/** False until the page is loaded and has nothing else to do, for three seconds after it is loaded at most. */
export function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  return isIdle
}
