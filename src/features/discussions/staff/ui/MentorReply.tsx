import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { bindKeys } from '#lib/browser/keys.ts'
import { staffCall } from '#lib/browser/staff/staff-call.ts'
import { useStaffDraft } from '#lib/browser/staff/use-staff-draft.ts'
import { FieldError } from '#ui/forms/FieldError.tsx'
import { failureWords } from '#ui/staff/forms/failure.ts'
import { toast } from '#ui/Toasts.tsx'
import { textProblem } from '../../discussions.rules.ts'
import { replyAsMentor } from '../threads.contract.ts'

export interface MentorReplyProps {
  commentId: number
  refresh: () => Promise<unknown>
}

/** A reply under one's own name with the badge of mentors. What is typed stays on this device until it is sent. */
export function MentorReply({ commentId, refresh }: MentorReplyProps) {
  const [text, type, sendDraft] = useStaffDraft(`comment:${commentId}`)
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const id = useId()
  useEffect(
    () =>
      bindKeys([
        { keys: 'r', does: 'Write a reply', run: () => field.current?.focus() },
        { keys: 'Ctrl Enter', does: 'Send the reply' },
      ]),
    [],
  )
  const send = async () => {
    if (busy) return
    const wrong = textProblem(text, true)
    setProblem(wrong)
    if (wrong) return field.current?.focus()
    setBusy(true)
    try {
      const body = { id: commentId, content: text }
      const { message } = await sendDraft((nameRequest) => staffCall(replyAsMentor, { body, nameRequest }))
      toast.success(message)
      type('')
      await refresh()
    } catch (error) {
      setProblem(failureWords(error))
      field.current?.focus()
    } finally {
      setBusy(false)
    }
  }
  const keyed = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
    event.preventDefault()
    void send()
  }
  return (
    <form
      aria-label="Reply"
      noValidate
      className="mt-5 border-t border-base-300 pt-4"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <textarea
        ref={field}
        aria-label="Your reply"
        placeholder="Reply as a mentor"
        dir="auto"
        rows={3}
        value={text}
        readOnly={busy}
        aria-invalid={problem !== undefined}
        aria-describedby={id}
        className={`textarea max-h-96 min-h-20 w-full text-base leading-normal [field-sizing:content] sm:text-sm ${problem ? 'textarea-error' : ''}`}
        onChange={({ target }) => {
          type(target.value)
          setProblem(undefined)
        }}
        onKeyDown={keyed}
      />
      <FieldError id={id} urgent>
        {problem}
      </FieldError>
      <button type="submit" className="btn btn-primary mt-3" aria-disabled={busy} aria-keyshortcuts="Control+Enter">
        Reply
      </button>
    </form>
  )
}
