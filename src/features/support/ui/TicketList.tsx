import { displayTime, isoTime } from '#lib/both/time/clock.ts'
import type { MouseEvent } from 'react'
import { EmptyState } from '#ui/states/EmptyState.tsx'
import { ErrorState } from '#ui/states/ErrorState.tsx'
import type { Ticket } from '../support.contract.ts'
import { supportAddress } from '../support-address.rules.ts'
import PlusIcon from 'virtual:lucide/plus'
import { StatusBadge } from './StatusBadge.tsx'
import { listFailure, type useTickets } from './use-tickets.ts'

export interface TicketListProps {
  tickets: ReturnType<typeof useTickets>
  selected: number | undefined
  onOpen: (ticket: number | undefined) => void
}

/** The learner's tickets with the way to a new one (document 1, section 2, 'Support'). */
export function TicketList({ tickets: { state, adding, more, reload }, selected, onOpen }: TicketListProps) {
  return (
    <section id="tickets" aria-labelledby="tickets-title" tabIndex={-1} className="min-w-0">
      <div className="mb-4 flex min-h-12 items-center justify-between gap-4">
        <h2 id="tickets-title" className="text-lg font-semibold">
          My tickets
        </h2>
        <Way to={undefined} onOpen={onOpen} className="btn btn-primary" current={selected === undefined}>
          <PlusIcon className="size-5" />
          New Ticket
        </Way>
      </div>
      {state.is === 'loading' && <ListSkeleton />}
      {state.is === 'failed' && (
        <div className="rounded-box border border-base-300 bg-base-100">
          <ErrorState
            compact
            message={listFailure(state.unreachable)}
            {...(state.unreachable && {
              hint: 'You seem to be offline. Your tickets will load as soon as you are back online.',
            })}
            onRetry={reload}
          />
        </div>
      )}
      {state.is === 'shown' && state.shown.tickets.length === 0 && (
        <div className="rounded-box border border-base-300 bg-base-100">
          <EmptyState compact message="No tickets found" hint="Ask us anything: we will answer here." />
        </div>
      )}
      {state.is === 'shown' && state.shown.tickets.length > 0 && (
        <>
          <ul className="space-y-3">
            {state.shown.tickets.map((ticket) => (
              <li key={ticket.id}>
                <TicketCard ticket={ticket} current={ticket.id === selected} onOpen={onOpen} />
              </li>
            ))}
          </ul>
          {state.shown.tickets.length < state.shown.total && (
            <button type="button" className="btn mt-4 w-full" disabled={adding} aria-busy={adding} onClick={more}>
              Load More
            </button>
          )}
        </>
      )}
    </section>
  )
}

function TicketCard({
  ticket,
  current,
  onOpen,
}: { ticket: Ticket; current: boolean } & Pick<TicketListProps, 'onOpen'>) {
  return (
    <Way
      to={ticket.id}
      onOpen={onOpen}
      current={current}
      className={`block rounded-box border p-4 transition-colors ${
        current ? 'border-primary bg-tint' : 'border-base-300 bg-base-100 hover:border-primary'
      }`}
    >
      <span className="flex items-start justify-between gap-3">
        <bdi className="line-clamp-2 min-w-0 font-medium [overflow-wrap:anywhere] whitespace-pre-wrap">
          {ticket.title}
        </bdi>
        <StatusBadge mode={ticket.mode} />
      </span>
      <span className="mt-2 flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-sm text-muted">
        <time dateTime={isoTime(ticket.created_at)} className="tabular-nums">
          {displayTime(ticket.created_at)}
        </time>
        {ticket.answered && ticket.mode === 'open' && <span className="font-medium text-base-content">Answered</span>}
      </span>
    </Way>
  )
}

interface WayProps {
  to: number | undefined
  current: boolean
  className: string
  onOpen: TicketListProps['onOpen']
  children: React.ReactNode
}

/** A link that another tab can open too; here it changes the right panel alone. */
function Way({ to, current, className, onOpen, children }: WayProps) {
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onOpen(to)
  }
  return (
    <a href={supportAddress(to)} aria-current={current ? 'true' : undefined} className={className} onClick={follow}>
      {children}
    </a>
  )
}

/** Cards of the same size without content. */
export function ListSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading</span>
      <div aria-hidden="true" className="space-y-3">
        {Array.from({ length: 4 }, (_, index) => (
          <div key={index} className="rounded-box border border-base-300 bg-base-100 p-4">
            <div className="skeleton h-5 w-3/4" />
            <div className="skeleton mt-3 h-4 w-2/5" />
          </div>
        ))}
      </div>
    </div>
  )
}
