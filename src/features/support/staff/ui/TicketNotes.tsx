import LockIcon from 'virtual:lucide/lock'
import type { FormRules } from '#lib/both/form-rules.ts'
import { loading } from '#lib/browser/call/loading.ts'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { staffCall } from '#lib/browser/staff/staff-call.ts'
import { useRefreshed } from '#lib/browser/staff/use-refreshed.ts'
import { failureWords } from '#ui/staff/forms/failure.ts'
import { StaffForm } from '#ui/staff/forms/StaffForm.tsx'
import { LoadFailure } from '#ui/staff/LoadFailure.tsx'
import { NoteCard } from '#ui/staff/NoteCard.tsx'
import { toast } from '#ui/Toasts.tsx'
import { addTicketNote, deleteTicketNote, listTicketNotes } from '../ticket-notes.contract.ts'

const notes = loading((id: number, signal) => staffCall(listTicketNotes, { params: { id }, signal }))

export interface TicketNotesProps {
  /** The ticket. */
  id: number
  rules: FormRules
  /** Loads the ticket again, whose history has changed. */
  refresh: () => Promise<unknown>
}

/** Internal notes of staff on a ticket. */
export function TicketNotes({ id, rules, refresh }: TicketNotesProps) {
  const loaded = useLoaded(notes, id)
  useRefreshed(notes)
  const renew = async () => {
    await Promise.all([notes.refresh().catch(() => {}), refresh()])
  }
  const drop = async (note: number) => {
    try {
      const { message } = await staffCall(deleteTicketNote, { params: { id }, body: { note_id: note } })
      toast.success(message)
    } catch (error) {
      toast.error(failureWords(error))
    }
    await renew()
  }
  return (
    <section aria-labelledby="ticket-notes" className="mt-6 rounded-box border border-dashed border-base-300 p-4">
      <h2 id="ticket-notes" className="mb-1 flex items-center gap-2 text-base font-semibold">
        <LockIcon className="size-4 text-muted" />
        Internal notes
      </h2>
      <p className="mb-4 text-sm text-muted">For staff only. The learner never sees these notes.</p>
      {loaded.is === 'loading' && <div className="skeleton mb-4 h-20" aria-busy="true" />}
      {loaded.is === 'failed' && (
        <LoadFailure compact failed={loaded} what="This list" onRetry={() => void notes.again()} />
      )}
      {loaded.is === 'shown' && loaded.shown.data.length > 0 && (
        <ul aria-label="Internal notes" className="mb-4 space-y-3">
          {loaded.shown.data.map((note) => (
            <NoteCard key={note.id} note={note} onDelete={() => void drop(note.id)} />
          ))}
        </ul>
      )}
      <StaffForm
        endpoint={addTicketNote}
        params={{ id }}
        rules={rules}
        fields={[{ name: 'body', label: 'New note', kind: 'textarea', rows: 2 }]}
        submitLabel="Add note"
        then="begin anew"
        onDone={() => void renew()}
      />
    </section>
  )
}
