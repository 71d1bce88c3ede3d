import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { resolveValue, toast, useToaster, type Toast } from 'react-hot-toast/headless'
import CheckIcon from 'virtual:lucide/check'
import XIcon from 'virtual:lucide/x'
import InfoIcon from 'virtual:lucide/info'
import TriangleAlertIcon from 'virtual:lucide/triangle-alert'
import { Spinner } from './states/Spinner.tsx'

export { toast }

const loadPlace = () => import('./toast-place.ts')

/** Newest toasts that are shown at once: more would fill a phone. */
const MAX_SHOWN = 3

/** How long a leaving toast fades. */
const FADE_MS = 200

let drawn = 0

/**
 * Where toasts appear. Every island that sends toasts may render it: of several on a page only the first draws.
 */
export function Toasts() {
  const [first, setFirst] = useState(false)
  useEffect(() => {
    drawn += 1
    setFirst(drawn === 1)
    return () => {
      drawn -= 1
    }
  }, [])
  return first ? <ToastList /> : null
}

/** The library's times are those that are specified (document 1, section 9): 2 s for success, 4 s for others but loading. */
function ToastList() {
  const { toasts: all, handlers } = useToaster({ removeDelay: FADE_MS })
  const toasts = all.slice(0, MAX_SHOWN)
  const host = useTopmost(toasts.length > 0)
  const list = useRef<HTMLDivElement>(null)
  // Its place in the styles clears the bars of most pages; that is enough where the code does not arrive.
  useEffect(() => {
    if (toasts.length > 0)
      void loadPlace().then(
        ({ placeToasts }) => placeToasts(list.current),
        () => {},
      )
  })
  return createPortal(
    <div
      ref={list}
      className="pointer-events-none fixed inset-x-4 top-24 z-50 flex flex-col items-center gap-2"
      onMouseEnter={handlers.startPause}
      onMouseLeave={handlers.endPause}
      onFocus={handlers.startPause}
      onBlur={handlers.endPause}
    >
      {/* Both regions stand before the first message: a reader announces only what is added to them. */}
      {(['assertive', 'polite'] as const).map((live) => (
        <div key={live} aria-live={live} className="contents">
          {toasts
            .filter(({ type }) => (type === 'error') === (live === 'assertive'))
            .map((shown) => (
              <ToastItem key={shown.id} shown={shown} />
            ))}
        </div>
      ))}
    </div>,
    host,
  )
}

/** What may be seen and read now: the page, or the modal dialog that makes everything else inert. */
function useTopmost(watching: boolean): Element {
  const [host, setHost] = useState(topmost)
  useEffect(() => {
    if (!watching) return
    const look = () => setHost(topmost)
    look()
    // A dialog that is taken out of the page closes without an event.
    const observer = new MutationObserver(look)
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['open'] })
    return () => observer.disconnect()
  }, [watching])
  return host
}

const topmost = () => [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body

function ToastItem({ shown }: { shown: Toast }) {
  return (
    <div
      className={`pointer-events-auto flex w-fit max-w-md items-center gap-3 rounded-box border border-base-300 bg-base-100 py-2 pl-4 pr-2 text-sm font-medium text-base-content shadow-xl transition-opacity duration-200 motion-safe:animate-enter ${shown.visible ? '' : 'opacity-0'}`}
    >
      {shown.icon ?? <Mark type={shown.type} />}
      <div className="min-w-0 py-1.5">{resolveValue(shown.message, shown)}</div>
      <button
        type="button"
        className="btn btn-ghost btn-square btn-sm shrink-0 text-muted"
        onClick={() => toast.dismiss(shown.id)}
      >
        <XIcon className="size-4" />
        <span className="sr-only">Dismiss</span>
      </button>
    </div>
  )
}

function Mark({ type }: { type: Toast['type'] }) {
  if (type === 'success') return <CheckIcon className="size-5 shrink-0 text-success" />
  if (type === 'error') return <TriangleAlertIcon className="size-5 shrink-0 text-error" />
  if (type === 'loading') return <Spinner size={20} label="" />
  return <InfoIcon className="size-5 shrink-0 text-info" />
}
