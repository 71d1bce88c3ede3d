import { useCallback, useEffect, useRef, useState } from 'react'
import { call, Unreachable } from '#lib/browser/call/call.ts'
import { toast } from '#ui/Toasts.tsx'
import { listTickets, TICKETS_PAGE, type Ticket } from '../support.contract.ts'

type State = { is: 'loading' } | { is: 'failed'; unreachable: boolean } | Shown

interface Shown {
  is: 'shown'
  tickets: Ticket[]
  total: number
}

/** What a failed list says (document 1, section 8). */
export const listFailure = (unreachable: boolean) =>
  unreachable ? 'Error while loading tickets' : 'Failed to load tickets'

/** The learner's tickets: the newest at first, older ones with each `more`. */
export function useTickets() {
  const [state, setState] = useState<State>({ is: 'loading' })
  const [adding, setAdding] = useState(false)
  const abort = useRef<AbortController>(undefined)
  const shown = useRef<Shown>(undefined)
  const show = useCallback((next: Shown) => {
    shown.current = next
    setState(next)
  }, [])

  /** Asks for the newest; older tickets that are shown stay. */
  const reload = useCallback(async () => {
    abort.current?.abort()
    const mine = (abort.current = new AbortController())
    if (!shown.current) setState({ is: 'loading' })
    setAdding(false)
    try {
      const { tickets } = await call(listTickets, { signal: mine.signal })
      show({ is: 'shown', tickets: merged(shown.current?.tickets ?? [], tickets.data), total: tickets.total })
    } catch (error) {
      if (mine.signal.aborted) return
      const unreachable = error instanceof Unreachable
      if (shown.current) toast.error(listFailure(unreachable), { id: 'tickets' })
      else setState({ is: 'failed', unreachable })
    }
  }, [show])

  const more = useCallback(async () => {
    const before = shown.current
    const mine = abort.current
    if (!before || !mine) return
    setAdding(true)
    try {
      // The last page that is shown in full: tickets raised meanwhile moved the others on.
      const page = Math.floor(before.tickets.length / TICKETS_PAGE) + 1
      const { tickets } = await call(listTickets, { query: { page }, signal: mine.signal })
      show({ is: 'shown', tickets: merged(shown.current?.tickets ?? [], tickets.data), total: tickets.total })
    } catch (error) {
      if (!mine.signal.aborted) toast.error(listFailure(error instanceof Unreachable), { id: 'tickets' })
    } finally {
      if (!mine.signal.aborted) setAdding(false)
    }
  }, [show])

  /** What the conversation has learned about a ticket. */
  const update = useCallback(
    (ticket: Ticket) => {
      const known = shown.current
      if (!known?.tickets.some((other) => other.id === ticket.id && isOther(other, ticket))) return
      show({ ...known, tickets: merged(known.tickets, [ticket]) })
    },
    [show],
  )

  useEffect(() => {
    void reload()
    const whenOnline = () => {
      if (!shown.current) void reload()
    }
    addEventListener('online', whenOnline)
    return () => {
      removeEventListener('online', whenOnline)
      abort.current?.abort()
    }
  }, [reload])

  return { state, adding, reload, more, update }
}

const isOther = (one: Ticket, other: Ticket) => one.mode !== other.mode || one.answered !== other.answered

/** Newest first; what `fresh` has replaces what was known. */
function merged(known: Ticket[], fresh: Ticket[]): Ticket[] {
  const byId = new Map([...known, ...fresh].map((ticket) => [ticket.id, ticket]))
  return [...byId.values()].sort((one, other) => other.id - one.id)
}
