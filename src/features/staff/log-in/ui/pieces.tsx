import { useEffect, useId, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { ApiError } from '#lib/both/calls/errors.ts'
import { FieldError } from '#ui/forms/FieldError.tsx'
import { Spinner } from '#ui/states/Spinner.tsx'
import { failureWords } from '#ui/staff/forms/failure.ts'
import { digitsIn } from '../digits.rules.ts'
import { passkeyFailure } from '../passkey-failure.browser.ts'

/** What the steps of the log-in are made of. */

interface OneFieldProps {
  label: string
  /** As the server names it. */
  field: string
  submitLabel: string
  inputMode?: 'tel' | 'numeric'
  autoComplete: string
  /** Digits: sent by itself when they are all there. */
  length?: number
  hint?: string
  send: (value: string) => Promise<void>
  children?: ReactNode
}

/** A step with one thing to type. */
export function OneField({ label, field, submitLabel, length, hint, send, children, ...attributes }: OneFieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [value, setValue] = useState('')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  useEffect(() => input.current?.focus(), [])
  const submit = async (typed: string) => {
    if (busy) return
    if (typed.trim() === '') return setProblem('Please fill this in.')
    setBusy(true)
    setProblem(undefined)
    try {
      await send(typed.trim())
    } catch (error) {
      setProblem((error instanceof ApiError && error.errors?.[field]) || failureWords(error))
      if (length) setValue('')
      requestAnimationFrame(() => input.current?.focus())
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      noValidate
      aria-busy={busy}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void submit(value)
      }}
    >
      {children}
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {label}
      </label>
      <input
        ref={input}
        id={id}
        name={field}
        value={value}
        aria-invalid={problem !== undefined}
        aria-describedby={`${hint ? `${id}-hint ` : ''}${id}-error`}
        className={`input w-full text-base ${length ? 'tracking-[0.4em] tabular-nums' : ''} ${problem ? 'input-error' : ''}`}
        onChange={({ target }) => {
          const typed = length ? digitsIn(target.value, length) : target.value
          setValue(typed)
          if (typed.length === length && typed !== value) void submit(typed)
        }}
        {...attributes}
      />
      {hint && (
        <p id={`${id}-hint`} className="pt-1 text-xs text-muted">
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`} urgent>
        {problem}
      </FieldError>
      <button type="submit" className="btn btn-primary relative mt-4 w-full" aria-disabled={busy}>
        <span className={busy ? 'opacity-0' : undefined}>{submitLabel}</span>
        {busy && (
          <span className="absolute inset-0 grid place-items-center">
            <Spinner label="Sending" size={20} />
          </span>
        )}
      </button>
    </form>
  )
}

/** A way that needs nothing to be typed. */
export function Act({
  label,
  about,
  primary,
  act,
}: {
  label: string
  about?: string
  primary?: boolean
  act: () => Promise<void>
}) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const run = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      await act()
    } catch (error) {
      setProblem(passkeyFailure(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="mb-4">
      <button
        type="button"
        className={`btn h-auto min-h-12 w-full justify-start gap-3 py-2 text-left ${primary ? 'btn-primary' : ''}`}
        disabled={busy}
        onClick={() => void run()}
      >
        <span>
          <span className="block">{label}</span>
          {about && <span className="block text-xs font-normal text-muted">{about}</span>}
        </span>
        {busy && <Spinner label="Waiting for your browser" size={20} />}
      </button>
      <p role="alert" className="pt-1 text-sm text-error empty:hidden">
        {problem}
      </p>
    </div>
  )
}

/** Other ways on, below a step. */
export const Others = ({ children }: { children: ReactNode }) => (
  <div className="mt-4 flex flex-wrap justify-center gap-x-5 gap-y-1 text-sm">{children}</div>
)

export function Other({ onClick, children }: { onClick: () => unknown; children: ReactNode }) {
  const [said, setSaid] = useState<string>()
  const run = async () => {
    setSaid(undefined)
    try {
      await onClick()
    } catch (error) {
      setSaid(failureWords(error))
    }
  }
  return (
    <>
      <button type="button" className="link min-h-8 text-primary" onClick={() => void run()}>
        {children}
      </button>
      {said && (
        <p role="alert" className="basis-full text-center text-error">
          {said}
        </p>
      )}
    </>
  )
}
