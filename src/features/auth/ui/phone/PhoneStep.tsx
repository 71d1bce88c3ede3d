import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { call } from '#lib/browser/call/call.ts'
import { ApiError } from '#lib/both/calls/errors.ts'
import { INDIA } from '#lib/both/text/calling-codes.ts'
import { typedDigits } from '#lib/both/text/phone-number.ts'
import { registerOrLogin } from '../../auth.contract.ts'
import { LONG_WAY, messages, phoneError, phoneLabel, type Country } from '../../login-form.rules.ts'
import { takeEarlySubmit } from '../../early-submit.browser.ts'
import type { SentCode } from '../../kept-login.browser.ts'
import { CountryPicker } from './CountryPicker.tsx'
import { LongCodeOffer } from '../code/LongCodeOffer.tsx'
import { FieldError } from '#ui/forms/FieldError.tsx'
import { Note } from '#ui/forms/Note.tsx'
import { SendButton } from '#ui/forms/SendButton.tsx'
import { StepHeading } from '../parts.tsx'
import { report } from '../problem.ts'

interface PhoneStepProps {
  welcome: string | undefined
  country: Country
  onCountry: (country: Country) => void
  /** The number typed before, when the learner comes back to change it. */
  phone: string
  returning: boolean
  onSent: (sent: SentCode) => void
}

export function PhoneStep({ welcome, country, onCountry, phone, returning, onSent }: PhoneStepProps) {
  // Not controlled: what is typed before this script arrives stays.
  const input = useRef<HTMLInputElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const [error, setError] = useState<string>()
  const [note, setNote] = useState<string>()
  /** The number that others have locked. */
  const [locked, setLocked] = useState<string>()
  const [busy, setBusy] = useState(false)
  const label = phoneLabel(country.dial)

  useEffect(() => {
    if (returning) input.current?.select()
  }, [returning])

  useEffect(() => {
    if (takeEarlySubmit()) form.current?.requestSubmit()
  }, [])

  const wrong = (message: string) => {
    setError(message)
    input.current?.focus()
  }

  const send = async (event: SubmitEvent) => {
    event.preventDefault()
    if (busy) return
    const mobile = typedDigits(input.current?.value ?? '', country.dial)
    const problem = phoneError(country.dial, mobile)
    setNote(undefined)
    setLocked(undefined)
    if (problem) return wrong(problem)
    setError(undefined)
    setBusy(true)
    try {
      const reply = await call(registerOrLogin, {
        body: {
          mobile,
          device: 'web',
          country_code: country.dial,
          include_watsup_otp: country.dial === INDIA ? 'N' : 'Y',
        },
      })
      onSent({ phone: mobile, countryCode: country.dial, userId: reply.user_id, userExists: reply.user_exsist })
    } catch (failure) {
      setBusy(false)
      const { errors, code } = failure instanceof ApiError ? failure : {}
      const named = errors?.mobile ?? errors?.country_code
      if (code === LONG_WAY) setLocked(mobile)
      if (named) wrong(named)
      else setNote(report(failure, { refused: messages.sendFailed }))
    }
  }

  return (
    // Without a script 'dialog' sends nothing anywhere, so a number never ends up in an address.
    <form ref={form} method="dialog" onSubmit={(event) => void send(event)} noValidate aria-busy={busy}>
      <StepHeading title={welcome ? `Welcome to ${welcome}` : 'Log in'}>
        {welcome
          ? 'Log in or sign up with your phone number, and continue where you left off.'
          : 'New here? The same steps create your account.'}
      </StepHeading>
      <div className="mt-8">
        <label htmlFor="phone" className="mb-2 block font-medium">
          {label}
        </label>
        <div className={`input input-lg flex w-full gap-0 p-0 text-base ${error ? 'input-error' : ''}`}>
          <CountryPicker
            country={country}
            onPick={(picked) => {
              onCountry(picked)
              setError(undefined)
              setLocked(undefined)
              input.current?.focus()
            }}
          />
          <span className="h-6 w-px bg-base-300" />
          <input
            ref={input}
            id="phone"
            name="phone"
            type="tel"
            inputMode="numeric"
            autoComplete="tel-national"
            defaultValue={phone}
            className="h-full min-w-0 grow px-4 tracking-wide outline-none"
            aria-invalid={error !== undefined}
            aria-describedby="phone-error phone-hint"
            aria-required="true"
            onChange={({ currentTarget }) => {
              const digits = typedDigits(currentTarget.value, country.dial)
              if (digits !== currentTarget.value) currentTarget.value = digits
              setError(undefined)
              setNote(undefined)
              setLocked(undefined)
            }}
          />
        </div>
        <FieldError id="phone-error">{error}</FieldError>
      </div>
      <div className="mt-6">
        <SendButton label="Send OTP" busy={busy} />
      </div>
      <Note>{note}</Note>
      {locked && <LongCodeOffer phone={locked} countryCode={country.dial} onSent={onSent} />}
      <p id="phone-hint" className="mt-4 text-sm text-muted">
        {country.dial === INDIA ? 'You will get a 4-digit code by SMS.' : 'You will get a 4-digit code on WhatsApp.'}
      </p>
    </form>
  )
}
