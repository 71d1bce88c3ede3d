import { startTransition, useEffect, useState } from 'react'

/** False in the first rendering of a component, true once the browser has painted it: what is below the screen waits for that. */
export function usePainted(): boolean {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => startTransition(() => setPainted(true)), [])
  return isPainted
}
