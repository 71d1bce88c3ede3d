import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { call } from '#lib/browser/call/call.ts'
import { ApiError } from '#lib/both/calls/errors.ts'
import { registerNewUser } from '../auth.contract.ts'
import { messages, profileErrors, type ProfileErrors } from '../login-form.rules.ts'
import { updateProfile } from '../auth.store.ts'
import type { Registering, SentCode } from '../kept-login.browser.ts'
import { signInAgain } from '../log-in.store.ts'
import { FieldError } from '#ui/forms/FieldError.tsx'
import { Note } from '#ui/forms/Note.tsx'
import { SendButton } from '#ui/forms/SendButton.tsx'
import { GivenNumber, StepHeading } from './parts.tsx'
import { report } from './problem.ts'

type Field = 'name' | 'email'

interface ProfileStepProps {
  sent: Pick<SentCode, 'countryCode' | 'phone'>
  registering: Registering
  /** What was typed is kept. */
  onTyped: (values: Pick<Registering, Field>) => void
  onChangeNumber: () => void
  onDone: () => void
}

const fields = [
  { name: 'name', label: 'Name', type: 'text', autoComplete: 'name', autoCapitalize: 'words' },
  { name: 'email', label: 'Email', type: 'email', autoComplete: 'email', autoCapitalize: 'none' },
] as const

export function ProfileStep({ sent, registering, onTyped, onChangeNumber, onDone }: ProfileStepProps) {
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState({ name: registering.name, email: registering.email })
  const [errors, setErrors] = useState<ProfileErrors>({})
  const [note, setNote] = useState<string>()
  const [busy, setBusy] = useState(false)

  const focus = (field: Field) => form.current?.querySelector<HTMLInputElement>(`#${field}`)?.focus()
  useEffect(() => focus('name'), [])

  const show = (found: ProfileErrors) => {
    setErrors(found)
    focus(found.name ? 'name' : 'email')
  }

  const save = async (event: SubmitEvent) => {
    event.preventDefault()
    if (busy) return
    setNote(undefined)
    const found = profileErrors(values.name, values.email)
    if (found.name || found.email) return show(found)
    setBusy(true)
    signInAgain(registering)
    try {
      const reply = await call(registerNewUser, {
        body: { mobile: sent.phone, name: values.name.trim(), email: values.email.trim() },
      })
      updateProfile(reply.user)
      onDone()
    } catch (failure) {
      setBusy(false)
      const named = failure instanceof ApiError ? failure.errors : undefined
      if (named?.name || named?.email) show(named)
      else setNote(report(failure, { refused: messages.profileFailed, unreachable: messages.profileError }))
    }
  }

  return (
    <form ref={form} method="dialog" onSubmit={(event) => void save(event)} noValidate aria-busy={busy}>
      <StepHeading title="Complete your profile">
        <p>Your name appears on your results, your email on your receipts.</p>
        <p className="mt-2">
          You log in with <GivenNumber sent={sent} disabled={busy} onChange={onChangeNumber} />
        </p>
      </StepHeading>
      <div className="mt-8 space-y-4">
        {fields.map(({ name, label, ...input }) => (
          <div key={name}>
            <label htmlFor={name} className="mb-2 block font-medium">
              {label}
            </label>
            <input
              {...input}
              id={name}
              name={name}
              className={`input input-lg w-full text-base ${errors[name] ? 'input-error' : ''}`}
              value={values[name]}
              aria-required="true"
              aria-invalid={errors[name] !== undefined}
              aria-describedby={`${name}-error`}
              onChange={(event) => {
                const typed = { ...values, [name]: event.target.value }
                setValues(typed)
                onTyped(typed)
                setErrors(({ [name]: _, ...others }) => others)
                setNote(undefined)
              }}
            />
            <FieldError id={`${name}-error`}>{errors[name]}</FieldError>
          </div>
        ))}
      </div>
      <div className="mt-6">
        <SendButton label="Continue" busy={busy} />
      </div>
      <Note>{note}</Note>
    </form>
  )
}
