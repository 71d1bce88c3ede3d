import { useEffect, useState, type ReactNode } from 'react'
import { ErrorState } from '#ui/ErrorState.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'

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

/** A part of the page whose code is fetched when it is opened; unlike React's own, it can try again. */
export function Later<Module>({ name, load, waiting, failing, children }: LaterProps<Module>) {
  const [, redraw] = useState(0)
  const [failed, setFailed] = useState(false)
  const module = loaded.get(name) as Module | undefined
  useEffect(() => {
    if (loaded.has(name) || failed) return
    let shown = true
    load().then(
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
  if (!failed) return waiting ?? <Skeleton lines={4} />
  const retry = () => setFailed(false)
  return failing ? failing(retry) : <ErrorState compact onRetry={retry} />
}
