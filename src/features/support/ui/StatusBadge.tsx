import type { Ticket } from '../support.contract.ts'

/** Whether a ticket is open or closed (document 1, section 4). */
export function StatusBadge({ mode }: Pick<Ticket, 'mode'>) {
  return mode === 'open' ? (
    <span className="badge badge-sm shrink-0 border-success/40 bg-success/10 font-semibold text-base-content">
      Open
    </span>
  ) : (
    <span className="badge badge-sm shrink-0 border-base-300 bg-base-200 font-semibold text-muted">Closed</span>
  )
}
