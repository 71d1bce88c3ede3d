import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import MessageSquareTextIcon from 'virtual:lucide/message-square-text'
import { counted } from '#lib/both/text/format.ts'
import { ApiError, type FieldErrors } from '#lib/both/calls/errors.ts'
import type { ReplyOf } from '#lib/both/calls/endpoint.ts'
import { countCharacters } from '#lib/both/text/count-characters.ts'
import { bindKeys } from '#lib/browser/keys.ts'
import { staffCall } from '#lib/browser/staff/staff-call.ts'
import { useStaffDraft } from '#lib/browser/staff/use-staff-draft.ts'
import { FieldError } from '#ui/forms/FieldError.tsx'
import { Spinner } from '#ui/states/Spinner.tsx'
import { failureWords } from '#ui/staff/forms/failure.ts'
import { undoToast } from '#ui/staff/undo-toast.tsx'
import { toast } from '#ui/Toasts.tsx'
import { ImageField } from '../../ui/fields/ImageField.tsx'
import { messageProblem, MOST_MESSAGE } from '../../support.rules.ts'
import { answerQueued, reopenTicket, type showTicket } from '../tickets.contract.ts'
import type { Filling } from '../saved-replies.rules.ts'
import { SavedReplyPicker } from './SavedReplyPicker.tsx'

export interface AnswerFormProps {
  ticket: ReplyOf<typeof showTicket>['ticket']
  /** The last message that is shown above. */
  seen: number
  filling: Filling
  refresh: () => Promise<unknown>
}

/**
 * An answer, with saved ones to begin with (`;`) and a picture. What is typed stays on this device until it is sent. It is sent
 * for what was read: of what arrives while somebody writes they are told first.
 */
export function AnswerForm({ ticket, seen, filling, refresh }: AnswerFormProps) {
  const [text, type, sendDraft] = useStaffDraft(`ticket:${ticket.id}`)
  const [attachment, setAttachment] = useState<File>()
  const [problems, setProblems] = useState<FieldErrors>({})
  const [refusal, setRefusal] = useState<string>()
  const [busy, setBusy] = useState<'no' | 'reply' | 'close'>('no')
  const [picking, setPicking] = useState(false)
  const [read, setRead] = useState(seen)
  const field = useRef<HTMLTextAreaElement>(null)
  // Whoever is not writing reads what arrives.
  if (read !== seen && text.trim() === '') setRead(seen)
  useEffect(
    () =>
      bindKeys([
        { keys: 'r', does: 'Write an answer', run: () => field.current?.focus() },
        { keys: ';', does: 'Saved replies', run: () => setPicking(true) },
        { keys: 'Ctrl Enter', does: 'Send the answer' },
      ]),
    [],
  )

  const change = (typed: string) => {
    type(typed)
    setProblems({})
    setRefusal(undefined)
  }
  const send = async (close: boolean) => {
    if (busy !== 'no') return
    const wrong = messageProblem(text, 'Message')
    if (wrong) {
      setProblems({ message: wrong })
      return field.current?.focus()
    }
    setBusy(close ? 'close' : 'reply')
    setRefusal(undefined)
    try {
      const body = { id: ticket.id, message: text, attachment, seen: read, close: close ? '1' : '0' } as const
      await sendDraft((nameRequest) => staffCall(answerQueued, { body, nameRequest }))
      change('')
      setAttachment(undefined)
      if (close && ticket.state !== 'closed')
        undoToast('Answered and closed', async () => {
          await staffCall(reopenTicket, { body: { id: ticket.id } })
          await refresh()
        })
      else toast.success('Answered')
      await refresh()
    } catch (error) {
      const { code, errors = {} } = error instanceof ApiError ? error : {}
      if (code === 'edited') {
        await refresh()
        setRead(Number(errors.last_message))
        setRefusal(unreadWords(errors))
      } else if (errors.message || errors.attachment) setProblems(errors)
      else setRefusal(failureWords(error))
      field.current?.focus()
    } finally {
      setBusy('no')
    }
  }
  const insert = (words: string) => {
    setPicking(false)
    const { selectionStart = text.length, selectionEnd = text.length } = field.current ?? {}
    change(text.slice(0, selectionStart) + words + text.slice(selectionEnd))
    // The dialog gives the focus back first.
    setTimeout(() => {
      field.current?.focus()
      field.current?.setSelectionRange(selectionStart + words.length, selectionStart + words.length)
    })
  }
  const keyed = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      void send(false)
    }
    const { selectionStart } = event.currentTarget
    if (event.key === ';' && !/\S$/.test(text.slice(0, selectionStart))) {
      event.preventDefault()
      setPicking(true)
    }
  }
  const used = countCharacters(text.trim())
  return (
    <form
      aria-label="Answer"
      noValidate
      className="mt-6 space-y-3 border-t border-base-300 pt-4"
      onSubmit={(event) => {
        event.preventDefault()
        void send(false)
      }}
    >
      {read !== seen && (
        <p role="status" className="flex flex-wrap items-center gap-3 rounded-field bg-warning/12 px-4 py-2.5 text-sm">
          Something new was written above while you were writing.
          <button type="button" className="btn btn-sm" onClick={() => setRead(seen)}>
            I have read it
          </button>
        </p>
      )}
      <div>
        <textarea
          ref={field}
          aria-label="Your answer"
          placeholder="Write an answer; type ; for saved replies"
          dir="auto"
          rows={4}
          value={text}
          readOnly={busy !== 'no'}
          aria-invalid={problems.message !== undefined}
          aria-describedby="answer-error"
          className={`textarea max-h-96 min-h-28 w-full text-base leading-normal [field-sizing:content] sm:text-sm ${problems.message ? 'textarea-error' : ''}`}
          onChange={({ target }) => change(target.value)}
          onKeyDown={keyed}
        />
        <p
          className={`text-right text-xs tabular-nums ${used > MOST_MESSAGE ? 'font-medium text-error' : 'text-muted'}`}
        >
          {used > MOST_MESSAGE * 0.8 && `${used} of ${MOST_MESSAGE} characters`}
        </p>
        <FieldError id="answer-error">{problems.message}</FieldError>
      </div>
      <ImageField
        label="Picture (optional)"
        hint="Maximum 10 MB. If your session ends before you send, choose the file again."
        file={attachment}
        problem={problems.attachment}
        disabled={busy !== 'no'}
        onChange={(file) => {
          setAttachment(file)
          setProblems({})
        }}
      />
      <div role="alert">
        {refusal && <p className="rounded-field border border-error bg-error/8 px-4 py-2.5 text-sm">{refusal}</p>}
      </div>
      <div className="flex flex-wrap gap-2">
        <Send label="Reply" busy={busy === 'reply'} submit />
        {ticket.state !== 'closed' && (
          <Send label="Reply and close" busy={busy === 'close'} onClick={() => void send(true)} />
        )}
        <button type="button" className="btn btn-ghost sm:ml-auto" onClick={() => setPicking(true)}>
          <MessageSquareTextIcon className="size-4" />
          Saved replies
        </button>
      </div>
      {picking && (
        <SavedReplyPicker
          categoryId={ticket.category_id}
          filling={filling}
          onChoose={insert}
          onClose={() => setPicking(false)}
        />
      )}
    </form>
  )
}

/** What was written meanwhile, and by whom. */
function unreadWords({ new_messages = '1', from = 'somebody' }: FieldErrors): string {
  const what = new_messages === '1' ? 'A message' : counted(Number(new_messages), 'message')
  const last = new_messages === '1' ? '' : ', the last'
  return `${what} came meanwhile${last} from ${from}. Your answer is still here: read what is new above, then send it.`
}

interface SendProps {
  label: string
  busy: boolean
  submit?: boolean
  onClick?: () => void
}

function Send({ label, busy, submit = false, onClick }: SendProps) {
  return (
    <button
      type={submit ? 'submit' : 'button'}
      className={`btn relative min-w-28 ${submit ? 'btn-primary' : ''}`}
      aria-disabled={busy}
      aria-keyshortcuts={submit ? 'Control+Enter' : undefined}
      onClick={onClick}
    >
      <span className={busy ? 'opacity-0' : undefined}>{label}</span>
      {busy && (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner label="Sending" size={20} />
        </span>
      )}
    </button>
  )
}
