import type { ReplyOf } from '#lib/both/calls/endpoint.ts'
import { Instant } from '#ui/staff/values.tsx'
import type { showTicket } from '../tickets.contract.ts'

/** What staff did with a ticket, newest first. */
export function TicketHistory({ history }: { history: ReplyOf<typeof showTicket>['history'] }) {
  if (history.length === 0) return null
  return (
    <section aria-label="What was done" className="rounded-box border border-base-300 bg-base-100 p-4 text-sm">
      <h2 className="mb-2 text-base font-semibold">What was done</h2>
      <ol className="space-y-2">
        {history.map(({ id, at, who, action, assignee }) => (
          <li key={id}>
            <span className="[overflow-wrap:anywhere]">
              {words(action, assignee)}, {who}
            </span>
            <span className="block text-xs text-muted">
              <Instant at={at} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** 'ticket assigned' is 'Assigned to Divya', 'ticket closed' is 'Closed'. */
function words(action: string, assignee: string | null): string {
  if (action === 'ticket assigned') return assignee === null ? 'Assigned to nobody' : `Assigned to ${assignee}`
  const act = action.replace(/^ticket /, '')
  return act.charAt(0).toUpperCase() + act.slice(1)
}
