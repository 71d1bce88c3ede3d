import { useId, useState } from 'react'
import { useStaffDraft } from '#lib/browser/staff/use-staff-draft.ts'
import { Dialog } from '../Dialog.tsx'
import { FieldError } from '../forms/FieldError.tsx'
import { Spinner } from '../states/Spinner.tsx'
import { failureWords } from './forms/failure.ts'
import { reasonHint, type ReasonReader } from './reasons.ts'
import { countCharacters, hasAtMost } from '#lib/both/text/count-characters.ts'

export interface ReasonDialogProps {
  open: boolean
  title: string
  /** What follows from it, and that it cannot be undone. */
  message?: string
  /** Reasons that are given often; one that is chosen can be written on. */
  presets?: readonly string[]
  confirmLabel: string
  /** Key, unique within the page, under which the typed reason is kept until it is sent (typed-text.ts). */
  keeps: string
  /** Who can read the reason later: a learner whom the act is about, or staff alone. */
  readBy: ReasonReader
  /** It takes something away. */
  danger?: boolean
  /** The dialog waits for it, and tells a failure; its owner closes it. What resolves to false was not done. */
  onConfirm: (reason: string) => Promise<unknown> | void
  onCancel: () => void
}

/** Characters of a reason, as the audit log keeps it. */
const LONGEST = 500

/** Asks why before it is done: for what cannot be undone. The reason stands in the audit log. */
export function ReasonDialog(props: ReasonDialogProps) {
  // What was written for one is not the reason of the next.
  return props.open ? <Asking {...props} /> : null
}

function Asking(props: ReasonDialogProps) {
  const { title, message, presets = [], confirmLabel, danger, readBy, keeps, onConfirm, onCancel } = props
  const id = useId()
  const [reason, setReason] = useStaffDraft(`reason:${location.pathname}:${keeps}`)
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const confirm = async () => {
    if (busy) return
    const words = reason.trim()
    if (words === '') {
      setProblem('Please say why.')
      return document.getElementById(id)?.focus()
    }
    if (!hasAtMost(words, LONGEST)) {
      setProblem(`A reason has at most ${LONGEST} characters.`)
      return document.getElementById(id)?.focus()
    }
    setBusy(true)
    try {
      if ((await onConfirm(words)) !== false) setReason('')
    } catch (error) {
      setProblem(failureWords(error))
    } finally {
      setBusy(false)
    }
  }
  const cancel = () => {
    setReason('')
    onCancel()
  }
  const choose = (words: string) => {
    setReason(words)
    setProblem(undefined)
    document.getElementById(id)?.focus()
  }
  return (
    <div
      onKeyDown={(event) => {
        // A form around it has keys of its own.
        event.stopPropagation()
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void confirm()
      }}
    >
      <Dialog
        open
        title={title}
        locked={busy}
        onClose={cancel}
        actions={
          <>
            <button type="button" className="btn" disabled={busy} onClick={cancel}>
              Cancel
            </button>
            <button
              type="button"
              className={`btn relative ${danger ? 'btn-error' : 'btn-primary'}`}
              aria-disabled={busy}
              onClick={() => void confirm()}
            >
              <span className={busy ? 'opacity-0' : undefined}>{confirmLabel}</span>
              {busy && (
                <span className="absolute inset-0 grid place-items-center">
                  <Spinner label="Sending" size={20} />
                </span>
              )}
            </button>
          </>
        }
      >
        {message && <p className="mb-4 text-sm text-muted">{message}</p>}
        <div className="mb-1 flex items-baseline justify-between gap-3">
          <label htmlFor={id} className="text-sm font-medium">
            Reason
          </label>
          <span className="text-xs tabular-nums text-muted">
            {countCharacters(reason.trim())} / {LONGEST}
          </span>
        </div>
        {presets.length > 0 && (
          <div role="group" aria-label="Reasons given often" className="mb-2 flex flex-wrap gap-1.5">
            {presets.map((words) => (
              <button
                key={words}
                type="button"
                className="btn btn-sm font-normal aria-pressed:border-primary aria-pressed:bg-tint aria-pressed:text-primary"
                aria-pressed={reason === words}
                onClick={() => choose(words)}
              >
                {words}
              </button>
            ))}
          </div>
        )}
        <textarea
          id={id}
          data-first-focus
          dir="auto"
          rows={3}
          value={reason}
          aria-required="true"
          aria-invalid={problem !== undefined}
          aria-describedby={`${id}-help ${id}-error`}
          className={`textarea w-full text-base sm:text-sm ${problem ? 'textarea-error' : ''}`}
          onChange={({ target }) => {
            setReason(target.value)
            setProblem(undefined)
          }}
        />
        <p id={`${id}-help`} className="pt-1 text-xs text-muted">
          {reasonHint(readBy)}
        </p>
        <FieldError id={`${id}-error`} urgent>
          {problem}
        </FieldError>
      </Dialog>
    </div>
  )
}
