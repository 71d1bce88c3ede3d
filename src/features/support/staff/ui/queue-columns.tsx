import type { Column } from '#ui/staff/table/columns.ts'
import { Instant } from '#ui/staff/values.tsx'
import type { QueueValues } from '../queue.store.ts'
import type { QueuedTicket } from '../tickets.contract.ts'
import { TicketBadge } from './TicketBadge.tsx'

/** What is shown of tickets in a queue. */
export function queueColumns(state: QueueValues['state']): Column<QueuedTicket>[] {
  return [
    {
      id: 'title',
      header: 'Ticket',
      cell: ({ id, title }) => (
        <span className="line-clamp-2 min-w-48 [overflow-wrap:anywhere]">
          <span className="tabular-nums">#{id}</span> <bdi>{title}</bdi>
        </span>
      ),
    },
    {
      id: 'learner',
      header: 'Learner',
      cell: ({ learner }) => (
        <bdi className="line-clamp-2 min-w-24 [overflow-wrap:anywhere]">{learner.name ?? 'Learner'}</bdi>
      ),
    },
    {
      id: 'about',
      header: 'About',
      cell: ({ category, course }) => (
        <span className="line-clamp-2 min-w-28 [overflow-wrap:anywhere]">
          {category}
          {course && <span className="text-muted sm:max-lg:hidden"> · {course.title}</span>}
        </span>
      ),
    },
    {
      id: 'assignee',
      header: 'Assigned to',
      cell: ({ assignee }) => <span className="block min-w-20">{assignee?.name ?? <None />}</span>,
    },
    ...(state === 'all' ? [{ id: 'state', header: 'State', cell: badge }] : []),
    when[state],
  ]
}

const None = () => <span className="text-muted">Nobody</span>
const badge = ({ state }: QueuedTicket) => <TicketBadge state={state} />

const raised: Column<QueuedTicket> = {
  id: 'created',
  header: 'Raised',
  cell: ({ created_at }) => <Instant at={created_at} />,
  whole: true,
}

const when: Record<QueueValues['state'], Column<QueuedTicket>> = {
  waiting: {
    id: 'waiting',
    header: 'Waiting since',
    cell: ({ waiting_since }) => <Instant at={waiting_since} />,
    whole: true,
  },
  answered: raised,
  closed: { id: 'closed', header: 'Closed', cell: ({ closed_at }) => <Instant at={closed_at} />, whole: true },
  all: raised,
}
