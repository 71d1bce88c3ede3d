import { useRef, useState, type ReactNode } from 'react'
import { ApiError } from '#lib/both/calls/errors.ts'
import { Dialog } from '../../Dialog.tsx'

export interface ConfirmationWords {
  title: string
  confirmLabel: string
}

/** Fields that repeat a call with what was confirmed. */
interface Confirmed {
  confirmed: string[]
}

interface Question {
  sentences: string[]
  answer: (isConfirmed: boolean) => void
}

interface Confirmation {
  /**
   * Asks about an answer `needs_confirmation`.
   * @returns fields to repeat the call with; null when the member goes back; undefined for other errors
   */
  ask: (error: unknown) => Promise<Confirmed | null | undefined>
  dialog: ReactNode
}

/** Asks a member to confirm what the server finds unusual. A repeated call that meets another question asks again. */
export function useConfirmation(words: ConfirmationWords | undefined): Confirmation {
  const [question, setQuestion] = useState<Question>()
  const confirmed = useRef<string[]>([])
  const ask = async (error: unknown) => {
    const isQuestion = error instanceof ApiError && error.code === 'needs_confirmation'
    if (!words || !isQuestion) {
      confirmed.current = []
      return undefined
    }
    const { errors = {} } = error
    const isConfirmed = await new Promise<boolean>((answer) =>
      setQuestion({ sentences: Object.values(errors), answer }),
    )
    setQuestion(undefined)
    if (!isConfirmed) {
      confirmed.current = []
      return null
    }
    confirmed.current = [...new Set([...confirmed.current, ...Object.keys(errors)])]
    return { confirmed: confirmed.current }
  }
  const dialog = question && words && (
    <Dialog
      open
      title={words.title}
      onClose={() => question.answer(false)}
      actions={
        <>
          <button type="button" className="btn" data-first-focus onClick={() => question.answer(false)}>
            Go back
          </button>
          <button type="button" className="btn btn-primary" onClick={() => question.answer(true)}>
            {words.confirmLabel}
          </button>
        </>
      }
    >
      <ul className="list-disc space-y-2 pl-5 text-sm [overflow-wrap:anywhere]">
        {question.sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Dialog>
  )
  return { ask, dialog }
}
