import { useEffect, useRef, useState } from 'react'
import { Unreachable } from '#lib/call.ts'
import { SECOND } from '#lib/clock.ts'
import { ApiError } from '#lib/errors.ts'
import { watchCall, type Watch } from '#lib/watch.ts'
import { toast } from '#ui/Toasts.tsx'
import { listDiscussions, type DiscussionComment } from '../discussions.contract.ts'
import { newIds } from '../discussions.rules.ts'

/** How often a panel that is looked at is asked for again. */
const POLL_MS = 15 * SECOND

/** How long what is new is marked as new. */
const NEW_MS = 30 * SECOND

type State =
  | { is: 'loading' }
  | { is: 'failed'; unreachable: boolean }
  /** The course has stopped being active while the page was open. */
  | { is: 'closed' }
  | { is: 'shown'; threads: DiscussionComment[] }

const none: ReadonlySet<number> = new Set()

export interface DiscussionsOptions {
  panelId: number
  userId: number | undefined
  /** Called before comments that others wrote are drawn. */
  onArrival: () => void
}

/** The comments of a panel, kept up to date while the page is looked at. */
export function useDiscussions({ panelId, userId, onArrival }: DiscussionsOptions) {
  const [state, setState] = useState<State>({ is: 'loading' })
  const [fresh, setFresh] = useState(none)
  const [offline, setOffline] = useState(false)
  const watch = useRef<Watch<{ status: boolean; data: DiscussionComment[] }>>(undefined)

  useEffect(() => {
    const watching = watchCall(listDiscussions, { params: { panelId } }, POLL_MS, {
      loading: () => setState({ is: 'loading' }),
      show: ({ data }, before) => {
        const arrived = before ? newIds(before.data, data, userId) : []
        if (arrived.length > 0) {
          onArrival()
          setFresh((known) => new Set([...known, ...arrived]))
        }
        setState({ is: 'shown', threads: data })
      },
      fail: (error, shown) => {
        if (error instanceof ApiError && error.status === 403) {
          setState({ is: 'closed' })
          return true
        }
        if (shown) return false
        const unreachable = error instanceof Unreachable
        setState({ is: 'failed', unreachable })
        toast.error(unreachable ? 'Error while fetching discussions' : 'Failed to fetch discussions')
        return true
      },
      offline: setOffline,
    })
    watch.current = watching
    return () => watching.stop()
  }, [panelId, userId, onArrival])

  useEffect(() => {
    if (fresh.size === 0) return
    const fading = setTimeout(() => setFresh(none), NEW_MS)
    return () => clearTimeout(fading)
  }, [fresh])

  return {
    state,
    fresh,
    offline,
    retry: () => watch.current?.look(),
    /** Draws a change of the learner's own at once, and loads the list anew (document 2, section 4). */
    change: (apply: (threads: DiscussionComment[]) => DiscussionComment[]) =>
      watch.current?.change((reply) => ({ ...reply, data: apply(reply.data) })),
  }
}
