import { useStore } from '@nanostores/react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { $user } from '#features/auth/auth.store.ts'
import { Toasts } from '#ui/Toasts.tsx'
import { Conversation } from './Conversation.tsx'
import ArrowUpIcon from 'virtual:lucide/arrow-up'
import { Loader } from './Loader.tsx'
import { NewTicket } from './new-ticket/NewTicket.tsx'
import { NewTicketHead } from './new-ticket/NewTicketHead.tsx'
import { panelLook, supportGrid } from './SupportSkeleton.tsx'
import { TicketList } from './TicketList.tsx'
import { useAddress } from './use-address.ts'
import { useLoader } from './use-loader.ts'
import { useTickets } from './use-tickets.ts'

/** Where the two panels stand one above the other. */
const SMALL = '(width < 48rem)'

/** Left the learner's tickets, right a new one or the conversation of one (document 1, section 2, 'Support'). */
export function Support() {
  const user = useStore($user)
  const tickets = useTickets()
  const { ticket, open } = useAddress()
  const panel = useRef<HTMLElement>(null)
  // Counts the wishes to be led to the right panel: also to what it shows already.
  const [wishes, setWishes] = useState(ticket === undefined ? 0 : 1)
  const listed = tickets.state.is !== 'loading'
  const resting = useLoader(ticket === undefined ? 'new' : 'ticket')

  const choose = useCallback(
    (next: number | undefined) => {
      open(next)
      setWishes((count) => count + 1)
    },
    [open],
  )
  useEffect(() => {
    // Before the list stands, the panel has no place yet on a small screen.
    if (wishes === 0 || !listed) return
    panel.current?.focus({ preventScroll: true })
    if (matchMedia(SMALL).matches) panel.current?.scrollIntoView({ block: 'start' })
  }, [wishes, listed])

  const toList = () => {
    const list = document.getElementById('tickets')
    list?.scrollIntoView({ block: 'start' })
    const card = list?.querySelector<HTMLElement>('li [aria-current]') ?? list
    card?.focus({ preventScroll: true })
  }
  return (
    <div className={supportGrid}>
      <TicketList tickets={tickets} selected={ticket} onOpen={choose} />
      <section
        ref={panel}
        tabIndex={-1}
        aria-label={ticket === undefined ? 'New ticket' : 'Ticket'}
        className={`${panelLook} ${listed ? '' : 'max-md:hidden'}`}
      >
        <button type="button" data-uncovered className="btn btn-ghost btn-sm mb-3 -ml-2 md:hidden" onClick={toList}>
          <ArrowUpIcon className="size-4" />
          Back to my tickets
        </button>
        {!user ? (
          <Loader label="Loading" />
        ) : ticket !== undefined ? (
          <Conversation
            key={ticket}
            ticketId={ticket}
            userId={user.id}
            onTicket={tickets.update}
            onNew={() => choose(undefined)}
          />
        ) : resting ? (
          <>
            <NewTicketHead />
            <Loader label="Loading the form" />
          </>
        ) : (
          <NewTicket userId={user.id} onRaised={tickets.reload} onOpen={choose} />
        )}
      </section>
      <Toasts />
    </div>
  )
}
