import { useEffect, useId, useState } from 'react'
import { useStore } from '@nanostores/react'
import { browserSupportsWebAuthn } from '@simplewebauthn/browser'
import { Spinner } from '#ui/states/Spinner.tsx'
import { afterLogIn, endedBefore } from '../after-log-in.browser.ts'
import { digitsIn } from '../digits.rules.ts'
import * as store from '../log-in.store.ts'
import { LONG_CODE_LENGTH } from '#features/auth/login-form.rules.ts'
import { Act, OneField, Other, Others } from './pieces.tsx'
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
    case 'locked':
      return <LockedStep {...step} />
    case 'confirm':
      return <ConfirmStep step={step} />
    case 'factor':
      return <FactorStep step={step} />
    case 'recovery':
      return <RecoveryStep step={step} />
    case 'set-up':
      return <SetUpStep name={step.name} />
    case 'authenticator':
      return <AuthenticatorStep {...step} />
    case 'kept':
      return (
        <RecoveryCodes
          codes={step.codes}
          about="They are not shown again."
          onSaved={() => Promise.resolve(store.leave())}
        />
      )
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
        send={(phone) => store.askCode({ phone, countryCode: country })}
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
              autoComplete="tel-country-code"
              onChange={({ target }) => setCountry(digitsIn(target.value, 4))}
            />
          </label>
        </div>
      </OneField>
    </>
  )
}

/** The code that was sent to the phone. */
function CodeField(field: { label: string; length: number; send: (otp: string) => Promise<void> }) {
  return <OneField {...field} field="otp" submitLabel="Continue" inputMode="numeric" autoComplete="one-time-code" />
}

function CodeStep({ digits, sentBefore, ...to }: Extract<store.Step, { is: 'code' }>) {
  const number = `+${to.countryCode} ${to.phone}`
  const isLong = digits === LONG_CODE_LENGTH
  const code = `${digits}-digit code`
  return (
    <>
      <p className="mb-4 text-sm text-muted">
        {sentBefore
          ? `The ${code} was already sent to ${number}, if it is a staff phone. It still works.`
          : `If ${number} is a staff phone, ${isLong ? 'an' : 'a'} ${code} is on its way to it.`}
      </p>
      {/* Another length is another code: what was typed of the one before goes. */}
      <CodeField key={digits} label="Code" length={digits} send={(otp) => store.giveCode(to, otp)} />
      <Others>
        <Other onClick={() => (isLong ? store.askLongCode(to) : store.askCode(to))}>Send it again</Other>
        <Other onClick={store.beginAnew}>Another phone</Other>
      </Others>
    </>
  )
}

function LockedStep({ why, ...to }: Extract<store.Step, { is: 'locked' }>) {
  return (
    <>
      <p role="status" className="mb-5 rounded-field bg-warning/12 px-4 py-3 text-sm">
        {why}
      </p>
      <p className="mb-4 text-sm text-muted">
        Someone else may have requested or guessed codes for +{to.countryCode} {to.phone}. You need not wait: you can
        get an <span className="whitespace-nowrap">{LONG_CODE_LENGTH}-digit</span> code, which nobody else can use up.
      </p>
      <Act label={`Send an ${LONG_CODE_LENGTH}-digit code`} primary act={() => store.askLongCode(to)} />
      <Others>
        <Other onClick={store.beginAnew}>Another phone</Other>
      </Others>
    </>
  )
}

/** Ends the sentence about the code; after a failure the code may or may not have been sent earlier. */
function confirmationText({ phone, countryCode, sentBefore, problem }: Extract<store.Step, { is: 'confirm' }>): string {
  const number = `+${countryCode} ${phone}`
  if (problem) return `for ${number}.`
  return sentBefore ? `that was already sent to ${number}. It still works.` : `that we have sent to ${number}.`
}

function ConfirmStep({ step }: { step: Extract<store.Step, { is: 'confirm' }> }) {
  const { name, problem } = step
  return (
    <>
      <p className="mb-4 text-sm text-muted">
        Welcome, {name}. You have no second factor yet. Before you set one up, please enter the {LONG_CODE_LENGTH}-digit
        code {confirmationText(step)}
      </p>
      {problem && (
        <p role="alert" className="mb-4 text-sm text-error">
          {problem}
        </p>
      )}
      <CodeField
        label={`${LONG_CODE_LENGTH}-digit code`}
        length={LONG_CODE_LENGTH}
        send={(otp) => store.giveConfirmation(name, otp)}
      />
      <Others>
        <Other onClick={() => store.sendConfirmation(step)}>Send it again</Other>
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
        hint="One of the ten that you saved when you set up your second factor. Each works once."
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
          act={store.makePasskey}
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
