import { useCallback, useEffect, useRef, useState } from 'react'
import { call, Unreachable } from '#lib/browser/call/call.ts'
import { SECOND } from '#lib/both/time/clock.ts'
import type { ReplyOf } from '#lib/both/calls/endpoint.ts'
import { ApiError } from '#lib/both/calls/errors.ts'
import { watchCall, type Watch } from '#lib/browser/call/watch.ts'
import { toast } from '#ui/Toasts.tsx'
import { listDiscussions, listReplies, type DiscussionComment } from '../discussions.contract.ts'
import { COMMENTS_PAGE } from '../discussions.rules.ts'
import { arrivedIn, edgeOf, withNewest, withOlder, type Threads } from '../threads.rules.ts'

/** How often a panel that is looked at is asked for again. */
const POLL_MS = 15 * SECOND

/** How long what is new is marked as new. */
const NEW_MS = 30 * SECOND

/** Comments of which changes are asked for, the newest; the server gives no more at once. */
const MOST_WATCHED = 100

type State =
  | { is: 'loading' }
  | { is: 'failed'; unreachable: boolean }
  /** The course has stopped being active while the page was open. */
  | { is: 'closed' }
  | ({ is: 'shown' } & Threads)

const none: ReadonlySet<number> = new Set()

export interface DiscussionsOptions {
  panelId: number
  userId: number | undefined
  /** Called before comments that others wrote are drawn. */
  onArrival: () => void
}

export type Change = (threads: readonly DiscussionComment[]) => DiscussionComment[]

/** The comments of a panel, kept up to date while the page is looked at. */
export function useDiscussions({ panelId, userId, onArrival }: DiscussionsOptions) {
  const [state, setState] = useState<State>({ is: 'loading' })
  const [fresh, setFresh] = useState(none)
  const [offline, setOffline] = useState(false)
  const watch = useRef<Watch<ReplyOf<typeof listDiscussions>>>(undefined)
  // What is drawn, for what comes later to be put together with.
  const known = useRef<Threads>(undefined)

  const show = useCallback((threads: Threads) => {
    known.current = threads
    setState({ is: 'shown', ...threads })
  }, [])

  useEffect(() => {
    known.current = undefined
    const asked = () => {
      const shown = known.current?.threads.length ?? 0
      // What arrives makes the list longer, not what is asked for.
      const pages = Math.max(1, Math.floor(shown / COMMENTS_PAGE))
      return { params: { panelId }, query: { per_page: Math.min(pages * COMMENTS_PAGE, MOST_WATCHED) } }
    }
    const watching = watchCall(listDiscussions, asked, POLL_MS, {
      loading: () => setState({ is: 'loading' }),
      show: ({ data, more }) => {
        const newest = { threads: data, more }
        const before = known.current
        const arrived = before ? arrivedIn(before, newest, userId) : []
        if (arrived.length > 0) {
          onArrival()
          setFresh((marked) => new Set([...marked, ...arrived]))
        }
        show(before ? withNewest(before, newest) : newest)
      },
      fail: (error, shown) => {
        if (error instanceof ApiError && error.status === 403) {
          setState({ is: 'closed' })
          return true
        }
        if (shown) return false
        setState({ is: 'failed', unreachable: error instanceof Unreachable })
        sayFailed(error)
        return true
      },
      offline: setOffline,
    })
    watch.current = watching
    return () => watching.stop()
  }, [panelId, userId, onArrival, show])

  useEffect(() => {
    if (fresh.size === 0) return
    const fading = setTimeout(() => setFresh(none), NEW_MS)
    return () => clearTimeout(fading)
  }, [fresh])

  /** Draws comments as they are after a change. */
  const apply = (change: Change) => {
    if (known.current) show({ ...known.current, threads: change(known.current.threads) })
  }
  return {
    state,
    fresh,
    offline,
    retry: () => watch.current?.look(),
    /** Draws a change of the learner's own at once, and loads the list anew (document 2, section 4). */
    change: (change: Change) => {
      apply(change)
      watch.current?.change((reply) => ({ ...reply, data: change(reply.data) }))
    },
    apply,
    /** @returns the first comment of the next page, for reading to go on there; undefined where there is none */
    showOlder: () =>
      attempt(async () => {
        const before = known.current?.threads.at(-1)?.id
        const { data, more } = await call(listDiscussions, { params: { panelId }, query: { before } })
        if (known.current) show(withOlder(known.current, { threads: data, more }))
        return data[0]?.id
      }),
  }
}

/**
 * The replies to a comment next to those that are shown, and whether there are more.
 * @param upTo as of edgeOf
 * @returns undefined where that failed; the learner was told
 */
export function repliesBeside(thread: DiscussionComment, side: 'earlier' | 'later', upTo?: number) {
  return attempt(() => call(listReplies, { params: { id: thread.id }, query: edgeOf(thread, side, upTo) }))
}

/** Nothing comes of what fails but a word about it. */
async function attempt<Got>(work: () => Promise<Got>): Promise<Got | undefined> {
  try {
    return await work()
  } catch (error) {
    sayFailed(error)
    return undefined
  }
}

function sayFailed(error: unknown): void {
  // Of several tries only the last one shows.
  const said = error instanceof Unreachable ? 'Error while fetching discussions' : 'Failed to fetch discussions'
  toast.error(said, { id: 'discussions' })
}
