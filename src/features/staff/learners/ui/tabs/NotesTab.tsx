import { useStore } from '@nanostores/react'
import { addNote, deleteNote, type LearnerNote } from '#features/auth/staff/notes/notes.contract.ts'
import type { FormRules } from '#lib/both/form-rules.ts'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { staffCall } from '#lib/browser/staff/staff-call.ts'
import { EmptyState } from '#ui/states/EmptyState.tsx'
import { toast } from '#ui/Toasts.tsx'
import { LoadFailure } from '#ui/staff/LoadFailure.tsx'
import { NoteCard } from '#ui/staff/NoteCard.tsx'
import { failureWords } from '#ui/staff/forms/failure.ts'
import { StaffForm } from '#ui/staff/forms/StaffForm.tsx'
import { learnerAddress, notes, refreshLearner } from '../../learners.store.ts'
import { TabPager } from './TabTable.tsx'

interface NotesProps {
  id: number
  rules: FormRules
  ended: boolean
}

/** What staff note for each other. */
export function NotesTab({ id, rules, ended }: NotesProps) {
  const { before } = useStore(learnerAddress.$values)
  const loaded = useLoaded(notes, { id, before })
  return (
    <div className="max-w-3xl">
      {!ended && (
        <div className="mb-6">
          <StaffForm
            endpoint={addNote}
            params={{ id }}
            rules={rules}
            fields={[
              {
                name: 'body',
                label: 'New note',
                kind: 'textarea',
                rows: 3,
                hint: 'For the rest of the staff. The learner reads it in the download of their data.',
              },
            ]}
            submitLabel="Add"
            then="begin anew"
            onDone={() => void refreshLearner()}
          />
        </div>
      )}
      {loaded.is === 'loading' && <div className="skeleton h-40" aria-busy="true" />}
      {loaded.is === 'failed' && (
        <LoadFailure compact failed={loaded} what="This list" onRetry={() => void notes.again()} />
      )}
      {loaded.is === 'shown' && loaded.shown.data.length === 0 && <EmptyState compact message="No notes" />}
      {loaded.is === 'shown' && loaded.shown.data.length > 0 && (
        <ul className="space-y-3">
          {loaded.shown.data.map((note) => (
            <Note key={note.id} id={id} note={note} />
          ))}
        </ul>
      )}
      <TabPager before={before} next={loaded.is === 'shown' ? loaded.shown.next : null} />
    </div>
  )
}

function Note({ id, note }: { id: number; note: LearnerNote }) {
  const drop = async () => {
    try {
      const { message } = await staffCall(deleteNote, { params: { id }, body: { note_id: note.id } })
      toast.success(message)
    } catch (error) {
      toast.error(failureWords(error))
    }
    await refreshLearner()
  }
  return <NoteCard note={note} onDelete={() => void drop()} />
}
