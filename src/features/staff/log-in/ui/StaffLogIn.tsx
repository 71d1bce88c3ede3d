import { useEffect, useId, useState } from 'react'
import { useStore } from '@nanostores/react'
import { browserSupportsWebAuthn } from '@simplewebauthn/browser'
import { Spinner } from '#ui/states/Spinner.tsx'
import { afterLogIn, endedBefore } from '../after-log-in.browser.ts'
import * as store from '../log-in.store.ts'
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
