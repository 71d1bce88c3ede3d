import { useEffect, useState } from 'react'
import ChevronLeftIcon from 'virtual:lucide/chevron-left'
import ChevronRightIcon from 'virtual:lucide/chevron-right'
import { staffPaths } from '#lib/both/staff-paths.ts'
import { LearnerFactsCard } from '#features/auth/staff/ui/LearnerFactsCard.tsx'
import type { FormRules } from '#lib/both/form-rules.ts'
import { loading } from '#lib/browser/call/loading.ts'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { bindKeys } from '#lib/browser/keys.ts'
import { numbersOfAddress } from '#lib/browser/numbers.ts'
import { staffCall } from '#lib/browser/staff/staff-call.ts'
import { useRefreshed } from '#lib/browser/staff/use-refreshed.ts'
import { EmptyState } from '#ui/states/EmptyState.tsx'
import { Toasts } from '#ui/Toasts.tsx'
import { LoadFailure } from '#ui/staff/LoadFailure.tsx'
import { besideInQueue } from '../queue.store.ts'
import { showTicket } from '../tickets.contract.ts'
import { AnswerForm } from './AnswerForm.tsx'
import { Messages } from './Messages.tsx'
import { TicketActs } from './TicketActs.tsx'
import { TicketBadge } from './TicketBadge.tsx'
import { TicketHistory } from './TicketHistory.tsx'
import { TicketNotes } from './TicketNotes.tsx'

const ticket = loading((id: number, signal) => staffCall(showTicket, { params: { id }, signal }), { mayMiss: true })

interface TicketDeskProps {
  id: number
  /** Rules of the form for internal notes. */
  rules: FormRules
}

/** A ticket for whoever answers it: the conversation, and beside it what is known of the learner. */
function TicketDesk({ id, rules }: TicketDeskProps) {
  const loaded = useLoaded(ticket, id)
  useRefreshed(ticket)
  const refresh = () => ticket.refresh().catch(() => {})
  return (
    <>
      <QueueNav id={id} />
      {loaded.is === 'loading' && <DeskSkeleton />}
      {(loaded.is === 'missing' || loaded.is === 'failed') && <h1 className="sr-only">Ticket</h1>}
      {loaded.is === 'missing' && (
        <EmptyState
          compact
          message="There is no such ticket"
          hint="The number may be wrong, or the account of its learner has ended, and its tickets with it."
          actionLabel="All tickets"
          href={staffPaths.tickets}
        />
      )}
      {loaded.is === 'failed' && (
        <LoadFailure compact failed={loaded} what="This ticket" onRetry={() => void ticket.again()} />
      )}
      {loaded.is === 'shown' && <Shown shown={loaded.shown} rules={rules} refresh={refresh} />}
      <Toasts />
    </>
  )
}

export function TicketIsland({ rules }: Pick<TicketDeskProps, 'rules'>) {
  const [id] = useState(() => numbersOfAddress()[0] ?? 0)
  return <TicketDesk id={id} rules={rules} />
}

type Shown = Awaited<ReturnType<typeof ticket.refresh>>

interface ShownProps {
  shown: Shown
  rules: FormRules
  refresh: () => Promise<unknown>
}

function Shown({ shown, rules, refresh }: ShownProps) {
  const { ticket: told, messages, learner, last_message, history } = shown
  return (
    <>
      <header className="mb-4">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <h1 dir="auto" className="min-w-0 text-2xl font-bold [overflow-wrap:anywhere]">
            {told.title}
          </h1>
          <TicketBadge state={told.state} />
        </div>
        <p className="mt-1 text-sm text-muted">
          Ticket {told.id} · {told.category}
          {told.course && ` · ${told.course.title}`}
        </p>
        <TicketActs ticket={told} seen={last_message} refresh={refresh} />
      </header>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-w-0">
          <Messages messages={messages} learner={learner.name ?? 'Learner'} />
          {told.state === 'closed' && (
            <p className="my-4 rounded-field bg-base-200 px-4 py-2.5 text-sm">
              This ticket is closed. An answer leaves it so; the next message of its learner opens it again.
            </p>
          )}
          <AnswerForm
            key={told.id}
            ticket={told}
            seen={last_message}
            filling={{ name: learner.name, course: told.course?.title ?? null }}
            refresh={refresh}
          />
          <TicketNotes key={`notes ${told.id}`} id={told.id} rules={rules} refresh={refresh} />
        </div>
        <aside className="space-y-4">
          <LearnerFactsCard learner={learner} ticketId={told.id} />
          <TicketHistory history={history} />
        </aside>
      </div>
    </>
  )
}

/** To the queue that one came from, and along it. */
function QueueNav({ id }: { id: number }) {
  const { query, before, next } = besideInQueue(id)
  useEffect(() => {
    const to = (other: number) => () => location.assign(staffPaths.ticket(other))
    return bindKeys([
      { keys: 'q', does: 'Back to the queue', run: () => location.assign(staffPaths.tickets + query) },
      ...(next === undefined ? [] : [{ keys: 'j', does: 'Next ticket of the queue', run: to(next) }]),
      ...(before === undefined ? [] : [{ keys: 'k', does: 'Ticket before', run: to(before) }]),
    ])
  }, [query, before, next])
  return (
    <nav aria-label="Queue" className="-ml-2 mb-2 flex flex-wrap items-center gap-1 text-sm">
      <a href={staffPaths.tickets + query} className="btn btn-ghost btn-sm font-medium text-muted">
        <ChevronLeftIcon className="size-4" />
        Tickets
      </a>
      <span className="ml-auto flex gap-1">
        {before !== undefined && (
          <a href={staffPaths.ticket(before)} className="btn btn-ghost btn-sm font-medium" aria-keyshortcuts="k">
            <ChevronLeftIcon className="size-4" />
            Previous
          </a>
        )}
        {next !== undefined && (
          <a href={staffPaths.ticket(next)} className="btn btn-ghost btn-sm font-medium" aria-keyshortcuts="j">
            Next
            <ChevronRightIcon className="size-4" />
          </a>
        )}
      </span>
    </nav>
  )
}

function DeskSkeleton() {
  return (
    <div aria-busy="true" className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <p role="status" className="sr-only">
        Loading the ticket
      </p>
      <div className="space-y-4">
        <div className="skeleton h-8 w-2/3" />
        <div className="skeleton h-24 w-4/5" />
        <div className="skeleton ml-auto h-24 w-4/5" />
        <div className="skeleton h-32" />
      </div>
      <div className="skeleton h-64" />
    </div>
  )
}
