import { counted } from '#lib/both/text/format.ts'
import { FieldError } from '#ui/forms/FieldError.tsx'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { Unreachable } from '#lib/browser/call/call.ts'
import { ApiError } from '#lib/both/calls/errors.ts'
import { countCharacters } from '#lib/both/text/count-characters.ts'
import { keepDraft, readDraft } from '#lib/browser/device/drafts.ts'
import { toast } from '#ui/Toasts.tsx'
import { MOST_TEXT, textProblem } from '../discussions.rules.ts'

export interface ComposerProps {
  /** Under which name the draft is kept. */
  draft: string
  isReply: boolean
  label: string
  submitLabel: string
  /** Takes the focus when it appears. */
  focus?: boolean
  onSend: (text: string) => Promise<void>
  onCancel?: () => void
}

/** From here on the learner sees how much room is left. */
const NEARLY_FULL = 200

/** A field for a comment or a reply. Enter sends it, Shift and Enter begin a new line; what is typed is kept until sent. */
export function Composer({ draft, isReply, label, submitLabel, focus = false, onSend, onCancel }: ComposerProps) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const problemId = useId()
  const hintId = useId()
  useEffect(() => setText(readDraft(draft)), [draft])

  const type = (typed: string) => {
    setText(typed)
    setProblem(undefined)
    keepDraft(draft, typed)
  }
  const send = async () => {
    if (busy) return
    const wrong = textProblem(text, isReply)
    setProblem(wrong)
    if (wrong) return field.current?.focus()
    setBusy(true)
    try {
      await onSend(text)
      type('')
    } catch (error) {
      // Of several tries only the last one shows.
      toast.error(isReply ? 'Error posting reply' : 'Error adding comment', { id: draft })
      setProblem(reasonOf(error))
    } finally {
      setBusy(false)
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // While an input method composes, Enter chooses a word.
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault()
      void send()
    } else if (event.key === 'Escape' && onCancel && text === '') {
      onCancel()
    }
  }
  const room = MOST_TEXT - countCharacters(text.trim())
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <textarea
        ref={field}
        aria-label={label}
        placeholder={label}
        value={text}
        rows={isReply ? 1 : 2}
        dir="auto"
        autoFocus={focus}
        readOnly={busy}
        aria-invalid={problem !== undefined}
        aria-describedby={`${hintId} ${problemId}`}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
        className={`textarea max-h-72 w-full ${isReply ? 'min-h-11' : 'min-h-18'} resize-y leading-normal [field-sizing:content] ${problem ? 'textarea-error' : ''}`}
      />
      <FieldError id={problemId}>{problem}</FieldError>
      <div className="mt-2 flex flex-wrap items-center justify-end gap-3">
        <p id={hintId} className="grow text-xs text-muted">
          {room <= NEARLY_FULL ? (
            room < 0 ? (
              <span className="font-medium text-error">{`${counted(-room, 'character')} too many`}</span>
            ) : (
              `${counted(room, 'character')} left`
            )
          ) : (
            <span className="hidden sm:inline">Enter sends, Shift + Enter starts a new line</span>
          )}
        </p>
        {onCancel && (
          <button type="button" className="btn btn-ghost btn-sm" onClick={onCancel}>
            Cancel
          </button>
        )}
        <button type="submit" className={`btn btn-primary ${isReply ? 'btn-sm' : ''}`} disabled={busy} aria-busy={busy}>
          {submitLabel}
        </button>
      </div>
    </form>
  )
}

/** What the learner can do about it; a failure on our side says nothing more than the toast. */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof Unreachable)
    return 'You seem to be offline. Your text is saved here: send it when you are back online.'
  return error instanceof ApiError && error.status < 500 ? error.message : undefined
}
