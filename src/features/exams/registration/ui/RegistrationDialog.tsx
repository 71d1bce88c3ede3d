import { useRef } from 'react'
import { useStore } from '@nanostores/react'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { ErrorState } from '#ui/states/ErrorState.tsx'
import { Skeleton } from '#ui/states/Skeleton.tsx'
import { toast } from '#ui/Toasts.tsx'
import { $errors, $submitting, $typed, edit, filled, register, registrationForm } from '../registration.store.ts'
import { RegistrationFields } from './RegistrationFields.tsx'

export interface RegistrationDialogProps {
  open: boolean
  examId: number
  onClose: () => void
  /** The learner is registered; the exam may start. */
  onRegistered: () => void
}

const FORM = 'exam-registration'

/** 'Exam Registration' (document 1, sections 2, 4 and 5). */
export function RegistrationDialog({ open, examId, onClose, onRegistered }: RegistrationDialogProps) {
  const state = useLoaded(registrationForm, open ? examId : null)
  const form = state.is === 'shown' ? state.shown : undefined
  const errors = useStore($errors)
  const submitting = useStore($submitting)
  const typed = useStore($typed)
  const element = useRef<HTMLFormElement>(null)
  const submit = async (event: { preventDefault: () => void }) => {
    event.preventDefault()
    if (!form || submitting) return
    const outcome = await register(examId, form)
    if (outcome === 'registered') onRegistered()
    else if (outcome === 'failed') toast.error('Registration failed. Please try again')
    // The first field to correct.
    else requestAnimationFrame(() => element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
  }
  return (
    <Dialog
      open={open}
      title="Exam Registration"
      onClose={onClose}
      locked={submitting}
      actions={
        <>
          <button type="button" className="btn" onClick={onClose} disabled={submitting}>
            Cancel
          </button>
          <button
            type="submit"
            form={FORM}
            className="btn btn-primary"
            disabled={!form || submitting}
            aria-busy={submitting}
          >
            {submitting ? 'Registering…' : 'Start Exam'}
          </button>
        </>
      }
    >
      {state.is === 'loading' && <Skeleton />}
      {state.is === 'failed' && (
        <ErrorState compact message="Failed to load registration data." onRetry={registrationForm.again} />
      )}
      {form && (
        <form id={FORM} ref={element} noValidate onSubmit={(event) => void submit(event)}>
          <RegistrationFields
            form={form}
            given={filled(form, typed)}
            errors={errors}
            disabled={submitting}
            onEdit={edit}
          />
        </form>
      )}
    </Dialog>
  )
}
