import { useId, useState } from 'react'
import { useStore } from '@nanostores/react'
import type { ReplyOf } from '#lib/both/calls/endpoint.ts'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { staffCall } from '#lib/browser/staff/staff-call.ts'
import { $staff } from '#lib/browser/staff/staff-session.ts'
import { failureWords } from '#ui/staff/forms/failure.ts'
import { undoToast } from '#ui/staff/undo-toast.tsx'
import { toast } from '#ui/Toasts.tsx'
import { choices } from '../queue.store.ts'
import { assignTicket, closeQueued, reopenTicket, type showTicket } from '../tickets.contract.ts'

export interface TicketActsProps {
  ticket: ReplyOf<typeof showTicket>['ticket']
  /** The last message that is shown. */
  seen: number
  refresh: () => Promise<unknown>
}

/** To whom a ticket is assigned, and whether it is closed. Each act can be undone. */
export function TicketActs({ ticket, seen, refresh }: TicketActsProps) {
  const { id, state, assignee } = ticket
  const me = useStore($staff)
  const fieldId = useId()
  const loaded = useLoaded(choices)
  const [busy, setBusy] = useState(false)
  const team = loaded.is === 'shown' ? loaded.shown.team : []
  const run = async (work: () => Promise<unknown>) => {
    if (busy) return
    setBusy(true)
    await work().catch((error: unknown) => toast.error(failureWords(error), { id: 'ticket' }))
    // A refusal says that something is different: it is shown, too.
    await refresh()
    setBusy(false)
  }
  const give = (to: number | null) =>
    run(async () => {
      const from = assignee?.id ?? null
      const { message } = await staffCall(assignTicket, { body: { id, to, from } })
      undoToast(message, async () => {
        await staffCall(assignTicket, { body: { id, to: from, from: to } })
        await refresh()
      })
    })
  const close = () =>
    run(async () => {
      await staffCall(closeQueued, { body: { id, seen } })
      undoToast('Closed', async () => {
        await staffCall(reopenTicket, { body: { id } })
        await refresh()
      })
    })
  const reopen = () =>
    run(async () => {
      await staffCall(reopenTicket, { body: { id } })
      undoToast('Open again', async () => {
        await staffCall(closeQueued, { body: { id, seen } })
        await refresh()
      })
    })
  // The list of the team may be older than the assignment.
  const people = assignee && !team.some((member) => member.id === assignee.id) ? [assignee, ...team] : team
  return (
    <div className="mt-3 flex flex-wrap items-center gap-2">
      <label htmlFor={fieldId} className="text-sm text-muted">
        Assigned to
      </label>
      <select
        id={fieldId}
        className="select select-sm w-auto max-w-56"
        value={assignee?.id ?? ''}
        disabled={busy}
        onChange={({ target }) => void give(target.value === '' ? null : Number(target.value))}
      >
        <option value="">Nobody</option>
        {people.map((member) => (
          <option key={member.id} value={member.id}>
            {member.name}
          </option>
        ))}
      </select>
      {me && team.some((member) => member.id === me.id) && assignee?.id !== me.id && (
        <button type="button" className="btn btn-sm" aria-disabled={busy} onClick={() => void give(me.id)}>
          Take it
        </button>
      )}
      <button
        type="button"
        className="btn btn-sm"
        aria-disabled={busy}
        onClick={() => void (state === 'closed' ? reopen() : close())}
      >
        {state === 'closed' ? 'Open again' : 'Close'}
      </button>
    </div>
  )
}
