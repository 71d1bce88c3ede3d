import { useEffect, useRef, useState } from 'react'
import { Note } from '#ui/forms/Note.tsx'
import { call, Unreachable } from '#lib/browser/call/call.ts'
import { keepDraft, readDraft } from '#lib/browser/device/drafts.ts'
import type { FieldErrors } from '#lib/both/calls/errors.ts'
import { Spinner } from '#ui/states/Spinner.tsx'
import { toast } from '#ui/Toasts.tsx'
import { replyToTicket } from '../support.contract.ts'
import { messageProblem, MOST_MESSAGE } from '../support.rules.ts'
import { failureOf } from './failures.ts'
import { ImageField } from './fields/ImageField.tsx'
import { TextField } from './fields/TextField.tsx'

export interface ReplyFormProps {
  ticketId: number
  userId: number
  onSent: () => void
}

/** One more message of the learner, with or without an image. What is typed is kept until it is sent. */
export function ReplyForm({ ticketId, userId, onSent }: ReplyFormProps) {
  const draft = `ticket-draft:${userId}:${ticketId}`
  const [text, setText] = useState(() => readDraft(draft))
  const [attachment, setAttachment] = useState<File>()
  const [problems, setProblems] = useState<FieldErrors>({})
  const [reason, setReason] = useState<string>()
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const ended = useRef(false)
  useEffect(() => {
    // The field cannot be typed in while a message goes; afterwards one goes on there.
    if (busy || !ended.current) return
    ended.current = false
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid=true]')
    ;(wrong ?? form.current?.querySelector('textarea'))?.focus()
  }, [busy, problems])

  const type = (typed: string) => {
    setText(typed)
    keepDraft(draft, typed)
    changed()
  }
  const changed = () => {
    setProblems({})
    setReason(undefined)
  }
  const send = async () => {
    if (busy) return
    const wrong = messageProblem(text, 'Message')
    ended.current = true
    if (wrong) return setProblems({ msg: wrong })
    setBusy(true)
    setReason(undefined)
    try {
      await call(replyToTicket, { body: { ticket_id: ticketId, msg: text, attachment } })
      type('')
      setAttachment(undefined)
      onSent()
    } catch (error) {
      const failure = failureOf(error)
      setProblems(failure.fields)
      setReason(failure.reason)
      const said = error instanceof Unreachable ? 'Error while sending message' : 'Failed to send message'
      toast.error(said, { id: 'reply' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      ref={form}
      noValidate
      className="space-y-3 border-t border-base-300 pt-4"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <TextField
        label="Your message"
        labelHidden
        placeholder="Write a message"
        value={text}
        most={MOST_MESSAGE}
        rows={2}
        problem={problems.msg}
        disabled={busy}
        onChange={type}
      />
      <ImageField
        label="Image (optional)"
        hint="Attach a relevant image. At most 10 MB."
        file={attachment}
        problem={problems.attachment}
        disabled={busy}
        onChange={(file) => {
          setAttachment(file)
          changed()
        }}
      />
      <Note>{reason}</Note>
      <button type="submit" className="btn btn-primary min-w-28" aria-disabled={busy} aria-busy={busy}>
        {busy ? <Spinner size={24} label="Sending" /> : 'Send'}
      </button>
    </form>
  )
}
