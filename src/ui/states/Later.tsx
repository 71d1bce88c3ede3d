import { useEffect, useState, type ReactNode } from 'react'
import { retryable } from '#lib/browser/call/retryable.ts'
import { ErrorState } from './ErrorState.tsx'
import { Skeleton } from './Skeleton.tsx'

const loads = new Map<string, () => Promise<unknown>>()
const loaded = new Map<string, unknown>()

export interface LaterProps<Module> {
  /** Of the part of the page; what is loaded once is there at once the next time. */
  name: string
  load: () => Promise<Module>
  /** Instead of lines and of the usual message. */
  waiting?: ReactNode
  failing?: (retry: () => void) => ReactNode
  children: (module: Module) => ReactNode
}

/**
 * A part of the page whose code is fetched when it is opened. Unlike React's own it can try again, and what fails is this
 * part alone, not all around it.
 */
export function Later<Module>(props: LaterProps<Module>) {
  // What failed of one part says nothing of another that takes its place.
  return <Part key={props.name} {...props} />
}

function Part<Module>({ name, load, waiting, failing, children }: LaterProps<Module>) {
  const [, redraw] = useState(0)
  const [failed, setFailed] = useState(false)
  const module = loaded.get(name) as Module | undefined
  useEffect(() => {
    if (loaded.has(name) || failed) return
    let shown = true
    const fetchPart = loads.get(name) ?? retryable(load)
    loads.set(name, fetchPart)
    fetchPart().then(
      (found) => {
        loaded.set(name, found)
        if (shown) redraw((count) => count + 1)
      },
      () => shown && setFailed(true),
    )
    return () => {
      shown = false
    }
  }, [name, load, failed])
  if (module) return children(module)
  if (!failed) return waiting === undefined ? <Skeleton lines={4} /> : waiting
  const retry = () => setFailed(false)
  return failing ? failing(retry) : <ErrorState compact onRetry={retry} />
}
