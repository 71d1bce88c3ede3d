import { useCallback, useEffect, useRef, useState } from 'react'

/** How long controls stay after the last sign of interest, in milliseconds. */
const STAY_MS = 2500

/** Whether the controls show: always while the video stands, else for a moment after the pointer or a key moved. */
export function useShown(paused: boolean) {
  const [awake, setAwake] = useState(true)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const wake = useCallback(() => {
    setAwake(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setAwake(false), STAY_MS)
  }, [])
  useEffect(() => {
    if (!paused) wake()
    return () => clearTimeout(timer.current)
  }, [paused, wake])
  /** A tap shows them, or sends them away. */
  const touch = () => (awake && !paused ? setAwake(false) : wake())
  return { shown: paused || awake, wake, touch }
}
