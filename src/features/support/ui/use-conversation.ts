import { useEffect, useRef, useState } from 'react'
import { Unreachable } from '#lib/browser/call/call.ts'
import { SECOND } from '#lib/both/time/clock.ts'
import type { ReplyOf } from '#lib/both/calls/endpoint.ts'
import { ApiError } from '#lib/both/calls/errors.ts'
import { watchCall, type Watch } from '#lib/browser/call/watch.ts'
import { ticketMessages, type Ticket, type TicketMessage } from '../support.contract.ts'

/** How often a conversation that is looked at is asked for again. */
const POLL_MS = 15 * SECOND

type State =
  | { is: 'loading' }
  | { is: 'failed'; unreachable: boolean }
  /** No ticket of this learner's. */
  | { is: 'missing' }
  | { is: 'shown'; ticket: Ticket; messages: TicketMessage[] }

/**
 * A ticket and its messages, kept up to date while the page is looked at.
 * @param onTicket told of what the server says of the ticket; does not change
 */
export function useConversation(ticketId: number, onTicket: (ticket: Ticket) => void) {
  const [state, setState] = useState<State>({ is: 'loading' })
  const [offline, setOffline] = useState(false)
  const watch = useRef<Watch<ReplyOf<typeof ticketMessages>>>(undefined)
  useEffect(() => {
    const watching = watchCall(ticketMessages, { params: { ticketId } }, POLL_MS, {
      loading: () => setState({ is: 'loading' }),
      show: ({ ticketDetails, ticketMessages: messages }) => {
        setState({ is: 'shown', ticket: ticketDetails, messages })
        onTicket(ticketDetails)
      },
      fail: (error, shown) => {
        if (error instanceof ApiError && error.status === 404) {
          setState({ is: 'missing' })
          return true
        }
        if (!shown) setState({ is: 'failed', unreachable: error instanceof Unreachable })
        return !shown
      },
      offline: setOffline,
    })
    watch.current = watching
    return () => watching.stop()
  }, [ticketId, onTicket])
  return { state, offline, look: () => watch.current?.look() }
}
