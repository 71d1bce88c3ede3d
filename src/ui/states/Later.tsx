import { useEffect, useState, type ReactNode } from 'react'
import { atom } from 'nanostores'
import { useStore } from '@nanostores/react'
import { retryable } from '#lib/browser/call/retryable.ts'
import { ErrorState } from './ErrorState.tsx'
import { Skeleton } from './Skeleton.tsx'

const loads: Record<string, () => Promise<unknown>> = {}
const $loaded = atom<Readonly<Record<string, unknown>>>({})

export interface LaterProps<Module> {
  /** Of the part of the page; what is loaded once is there at once the next time. */
  name: string
  load: () => Promise<Module>
  /** Instead of lines and of the usual message. */
  waiting?: ReactNode
  failing?: (retry: () => void) => ReactNode
  children: (module: Module) => ReactNode
}

/** Fetches a part of the page before it is opened. Places that failed to show the part show it then. */
export async function loadLater<Module>({ name, load }: Pick<LaterProps<Module>, 'name' | 'load'>): Promise<void> {
  const fetchPart = (loads[name] ??= retryable<unknown>(load))
  const found = await fetchPart()
  if (!$loaded.get()[name]) $loaded.set({ ...$loaded.get(), [name]: found })
}

/**
 * A part of the page whose code is fetched when it is opened. Unlike React's own it can try again, and what fails is this
 * part alone, not all around it. What failed is fetched again when the network returns.
 */
export function Later<Module>(props: LaterProps<Module>) {
  // What failed of one part says nothing of another that takes its place.
  return <Part key={props.name} {...props} />
}

function Part<Module>({ name, load, waiting, failing, children }: LaterProps<Module>) {
  const [failed, setFailed] = useState(false)
  const module = useStore($loaded)[name] as Module | undefined
  const retry = () => setFailed(false)
  useEffect(() => {
    if (module) return
    if (failed) {
      addEventListener('online', retry)
      return () => removeEventListener('online', retry)
    }
    let shown = true
    loadLater({ name, load }).catch(() => shown && setFailed(true))
    return () => {
      shown = false
    }
  }, [name, load, module, failed])
  if (module) return children(module)
  if (!failed) return waiting === undefined ? <Skeleton lines={4} /> : waiting
  return failing ? failing(retry) : <ErrorState compact onRetry={retry} />
}
