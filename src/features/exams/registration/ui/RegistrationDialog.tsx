import { useEffect, useRef } from 'react'
import { useStore } from '@nanostores/react'
import { Dialog } from '#ui/Dialog.tsx'
import { ErrorState } from '#ui/states/ErrorState.tsx'
import { Skeleton } from '#ui/states/Skeleton.tsx'
import { toast } from '#ui/Toasts.tsx'
import { $errors, $form, $submitting, $typed, edit, filled, loadForm, register } from '../registration.store.ts'
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
  const form = useStore($form)
  const errors = useStore($errors)
  const submitting = useStore($submitting)
  const typed = useStore($typed)
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (open) void loadForm(examId)
  }, [open, examId])
  const loaded = form !== 'loading' && form !== 'failed'
  const submit = async (event: { preventDefault: () => void }) => {
    event.preventDefault()
    if (!loaded || submitting) return
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
            disabled={!loaded || submitting}
            aria-busy={submitting}
          >
            {submitting ? 'Registering…' : 'Start Exam'}
          </button>
        </>
      }
    >
      {form === 'loading' && <Skeleton />}
      {form === 'failed' && (
        <ErrorState compact message="Failed to load registration data." onRetry={() => void loadForm(examId)} />
      )}
      {loaded && (
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
