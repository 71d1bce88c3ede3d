import { useEffect, useId, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { useStore } from '@nanostores/react'
import { browserSupportsWebAuthn } from '@simplewebauthn/browser'
import { ApiError } from '#lib/both/calls/errors.ts'
import { FieldError } from '#ui/forms/FieldError.tsx'
import { Spinner } from '#ui/states/Spinner.tsx'
import { failureWords } from '#ui/staff/forms/failure.ts'
import { afterLogIn, endedBefore } from '../after-log-in.browser.ts'
import * as store from '../log-in.store.ts'
import { QrCode } from './QrCode.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'

/** The console's log-in: phone, code, second factor; the first time the second factor is set up on the way. */
export function StaffLogIn() {
  const step = useStore(store.$step)
  useEffect(() => {
    if (step.is === 'done') location.replace(afterLogIn())
  }, [step])
  switch (step.is) {
    case 'phone':
      return <PhoneStep over={step.over} />
    case 'code':
      return <CodeStep {...step} />
    case 'factor':
      return <FactorStep step={step} />
    case 'recovery':
      return <RecoveryStep step={step} />
    case 'set-up':
      return <SetUpStep name={step.name} />
    case 'authenticator':
      return <AuthenticatorStep {...step} />
    case 'kept':
      return <RecoveryCodes codes={step.codes} onKept={store.leave} />
    case 'done':
      return <Spinner label="Opening the console" />
  }
}

function PhoneStep({ over }: { over: string | undefined }) {
  const [country, setCountry] = useState('91')
  const id = useId()
  return (
    <>
      {(over ?? (endedBefore() ? 'Your session has ended. Please log in again.' : undefined)) && (
        <p role="status" className="mb-5 rounded-field bg-warning/12 px-4 py-3 text-sm">
          {over ?? 'Your session has ended. Please log in again.'}
        </p>
      )}
      <OneField
        label="Phone"
        field="mobile"
        submitLabel="Send a code"
        inputMode="tel"
        autoComplete="tel-national"
        send={(phone) => store.askCode(phone, country)}
      >
        <div className="mb-4">
          <label htmlFor={id} className="mb-1 block text-sm font-medium">
            Country code
          </label>
          <label className="input w-24">
            <span aria-hidden="true" className="text-muted">
              +
            </span>
            <input
              id={id}
              value={country}
              inputMode="numeric"
              maxLength={4}
              autoComplete="tel-country-code"
              onChange={({ target }) => setCountry(target.value.replace(/\D/g, ''))}
            />
          </label>
        </div>
      </OneField>
    </>
  )
}

function CodeStep({ phone, countryCode }: { phone: string; countryCode: string }) {
  return (
    <>
      <p className="mb-4 text-sm text-muted">
        If +{countryCode} {phone} is of the staff, a code of four digits is on its way to it.
      </p>
      <OneField
        label="Code"
        field="otp"
        submitLabel="Go on"
        inputMode="numeric"
        autoComplete="one-time-code"
        length={4}
        send={store.giveCode}
      />
      <Others>
        <Other onClick={() => store.askCode(phone, countryCode)}>Send it again</Other>
        <Other onClick={store.beginAnew}>Another phone</Other>
      </Others>
    </>
  )
}

type Factor = Extract<store.Step, { is: 'factor' | 'recovery' }>

function FactorStep({ step }: { step: Factor }) {
  const { name, passkey, authenticator } = step
  return (
    <>
      <p className="mb-4 text-sm text-muted">Welcome, {name}. Now your second factor.</p>
      {passkey && <Act label="Use a passkey" primary={!authenticator} act={store.usePasskey} />}
      {authenticator && (
        <OneField
          label="Code of your authenticator app"
          field="code"
          submitLabel="Log in"
          inputMode="numeric"
          autoComplete="one-time-code"
          length={6}
          send={store.giveAuthenticatorCode}
        />
      )}
      <Others>
        <Other onClick={() => store.toRecovery(step)}>Use a recovery code</Other>
      </Others>
    </>
  )
}

function RecoveryStep({ step }: { step: Factor }) {
  return (
    <>
      <OneField
        label="Recovery code"
        field="code"
        submitLabel="Log in"
        autoComplete="off"
        hint="One of the ten that you kept when you set up your second factor. Each works once."
        send={store.giveRecoveryCode}
      />
      <Others>
        <Other onClick={() => store.toFactor(step)}>Back</Other>
      </Others>
    </>
  )
}

function SetUpStep({ name }: { name: string }) {
  return (
    <>
      <p className="mb-5 text-sm text-muted">
        Welcome, {name}. Besides your phone you need a second factor, every time you log in. Which one do you want?
      </p>
      {browserSupportsWebAuthn() && (
        <Act
          label="A passkey"
          about="The lock of this device, a phone beside it, or a security key."
          act={() => store.makePasskey('Passkey')}
        />
      )}
      <Act
        label="An authenticator app"
        about="Six digits that change every half minute, in an app such as Aegis or Google Authenticator."
        act={() => store.offerAuthenticator(name)}
      />
    </>
  )
}

function AuthenticatorStep({ name, secret, uri }: { name: string; secret: string; uri: string }) {
  return (
    <>
      <p className="mb-4 text-sm text-muted">Read this with your authenticator app, {name}, or type the words in.</p>
      <QrCode text={uri} label="QR code for your authenticator app" />
      <p className="my-4 text-center font-mono text-sm [overflow-wrap:anywhere]">
        {secret.match(/.{1,4}/g)!.join(' ')}
      </p>
      <OneField
        label="The code that it shows"
        field="code"
        submitLabel="Log in"
        inputMode="numeric"
        autoComplete="one-time-code"
        length={6}
        send={store.confirmAuthenticator}
      />
    </>
  )
}

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
function OneField({ label, field, submitLabel, length, hint, send, children, ...attributes }: OneFieldProps) {
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
        maxLength={length}
        aria-invalid={problem !== undefined}
        aria-describedby={`${hint ? `${id}-hint ` : ''}${id}-error`}
        className={`input w-full text-base ${length ? 'tracking-[0.4em] tabular-nums' : ''} ${problem ? 'input-error' : ''}`}
        onChange={({ target }) => {
          const typed = length ? target.value.replace(/\D/g, '') : target.value
          setValue(typed)
          if (typed.length === length) void submit(typed)
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
function Act({
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
      // Browsers say in words of their own that somebody gave up.
      setProblem(error instanceof ApiError ? failureWords(error) : 'That did not work. Please try again.')
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

const Others = ({ children }: { children: ReactNode }) => (
  <div className="mt-4 flex flex-wrap justify-center gap-x-5 gap-y-1 text-sm">{children}</div>
)

function Other({ onClick, children }: { onClick: () => unknown; children: ReactNode }) {
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
