import { useCallback, useEffect, useRef, useState } from 'react'
import { call, Unreachable } from '#lib/browser/call/call.ts'
import { loading } from '#lib/browser/call/loading.ts'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { toast } from '#ui/Toasts.tsx'
import { listTickets, TICKETS_PAGE, type Ticket } from '../support.contract.ts'

interface Tickets {
  tickets: Ticket[]
  total: number
}

/** What a failed list says (document 1, section 8). */
export const listFailure = (unreachable: boolean) =>
  unreachable ? 'Error while loading tickets' : 'Failed to load tickets'

/** Asks for the newest; older tickets that are shown stay. */
const list = loading(async (_: void, signal): Promise<Tickets> => {
  const { tickets } = await call(listTickets, { signal })
  return { tickets: merged(shown()?.tickets ?? [], tickets.data), total: tickets.total }
})

function shown(): Tickets | undefined {
  const state = list.$state.get()
  return state.is === 'shown' ? state.shown : undefined
}

const sayFailed = (error: unknown) => toast.error(listFailure(error instanceof Unreachable), { id: 'tickets' })

/** What the conversation has learned about a ticket. */
function update(ticket: Ticket): void {
  list.change((known) =>
    known.tickets.some((other) => other.id === ticket.id && isOther(other, ticket))
      ? { ...known, tickets: merged(known.tickets, [ticket]) }
      : known,
  )
}

/** The learner's tickets: the newest at first, older ones with each `more`. */
export function useTickets() {
  const state = useLoaded(list)
  const [adding, setAdding] = useState(false)
  const abort = useRef<AbortController>(undefined)
  useEffect(() => () => abort.current?.abort(), [])

  const reload = useCallback(() => {
    abort.current?.abort()
    setAdding(false)
    // Where nothing is shown, what failed says so in its place.
    list.refresh().catch((error: unknown) => shown() && sayFailed(error))
  }, [])

  const more = useCallback(async () => {
    const before = shown()
    if (!before) return
    const { signal } = (abort.current = new AbortController())
    setAdding(true)
    try {
      // The last page that is shown in full: tickets raised meanwhile moved the others on.
      const page = Math.floor(before.tickets.length / TICKETS_PAGE) + 1
      const { tickets } = await call(listTickets, { query: { page }, signal })
      list.change((known) => ({ tickets: merged(known.tickets, tickets.data), total: tickets.total }))
    } catch (error) {
      if (!signal.aborted) sayFailed(error)
    } finally {
      if (!signal.aborted) setAdding(false)
    }
  }, [])

  return { state, adding, reload, more, update }
}

const isOther = (one: Ticket, other: Ticket) => one.mode !== other.mode || one.answered !== other.answered

/** Newest first; what `fresh` has replaces what was known. */
function merged(known: Ticket[], fresh: Ticket[]): Ticket[] {
  const byId = new Map([...known, ...fresh].map((ticket) => [ticket.id, ticket]))
  return [...byId.values()].sort((one, other) => other.id - one.id)
}
