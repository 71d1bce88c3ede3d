import { useState } from 'react'
import { browserSupportsWebAuthn, startRegistration } from '@simplewebauthn/browser'
import type { ReplyOf } from '#lib/both/calls/endpoint.ts'
import type { FormRules } from '#lib/both/form-rules.ts'
import { valueIn } from '#lib/both/told.ts'
import { staffCall } from '#lib/browser/staff/staff-call.ts'
import { StaffForm } from '#ui/staff/forms/StaffForm.tsx'
import * as contracts from '../account.contract.ts'
import { passkeyFailure } from '../../log-in/passkey-failure.browser.ts'
import { QrCode } from '../../log-in/ui/QrCode.tsx'

interface AddFactorProps {
  rules: FormRules
  /** @param message what the server said */
  onDone: (message: string) => void
}

/** One more second factor: a passkey, or an authenticator app with its first code. */
export function AddFactor({ rules, onDone }: AddFactorProps) {
  const [offered, setOffered] = useState<ReplyOf<typeof contracts.offerAuthenticator>>()
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const run = async (work: () => Promise<void>) => {
    setBusy(true)
    setProblem(undefined)
    try {
      await work()
    } catch (error) {
      setProblem(passkeyFailure(error))
    } finally {
      setBusy(false)
    }
  }
  const addPasskey = () =>
    run(async () => {
      const { options } = await staffCall(contracts.offerPasskey)
      const made = await startRegistration({ optionsJSON: valueIn(options) as never })
      const body = { response: JSON.stringify(made) }
      onDone((await staffCall(contracts.addPasskey, { body })).message)
    })
  const offer = () => run(async () => setOffered(await staffCall(contracts.offerAuthenticator)))
  if (!offered)
    return (
      <div className="space-y-3">
        {browserSupportsWebAuthn() && (
          <button type="button" className="btn w-full" disabled={busy} onClick={() => void addPasskey()}>
            A passkey
          </button>
        )}
        <button type="button" className="btn w-full" disabled={busy} onClick={() => void offer()}>
          An authenticator app
        </button>
        <p role="alert" className="text-sm text-error empty:hidden">
          {problem}
        </p>
      </div>
    )
  return (
    <>
      <p className="mb-3 text-sm text-muted">Read this with the app, or type the words in.</p>
      <QrCode text={offered.uri} label="QR code for the authenticator app" />
      <p className="my-4 text-center font-mono text-sm">{offered.secret.match(/.{1,4}/g)!.join(' ')}</p>
      <StaffForm
        endpoint={contracts.addAuthenticator}
        rules={rules}
        fields={[
          { name: 'code', label: 'The code that it shows', kind: 'text', autoComplete: 'one-time-code' },
          { name: 'name', label: 'What you call it', kind: 'text', placeholder: 'New phone' },
        ]}
        submitLabel="Add"
        onDone={({ message }) => onDone(message)}
      />
    </>
  )
}
