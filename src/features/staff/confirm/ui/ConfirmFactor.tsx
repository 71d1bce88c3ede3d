import { useState } from 'react'
import { browserSupportsWebAuthn, startAuthentication } from '@simplewebauthn/browser'
import { valueIn } from '#lib/both/told.ts'
import { loading } from '#lib/browser/call/loading.ts'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { staffCall } from '#lib/browser/staff/staff-call.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { Skeleton } from '#ui/states/Skeleton.tsx'
import { LoadFailure } from '#ui/staff/LoadFailure.tsx'
import { listFactors } from '../../account/account.contract.ts'
import { Act, OneField, Other, Others } from '../../log-in/ui/pieces.tsx'
import * as contracts from '../confirm.contract.ts'

const factors = loading((_: undefined, signal) => staffCall(listFactors, { signal }))

/** Asks for the second factor again, in a dialog over what is being done. A wrong one is refused at its field. */
export function ConfirmFactor({ onEnd }: { onEnd: (isConfirmed: boolean) => void }) {
  const loaded = useLoaded(factors)
  const [isRecovery, setRecovery] = useState(false)
  const giveCode = async (code: string) => {
    await staffCall(contracts.confirmByAuthenticator, { body: { code } })
    onEnd(true)
  }
  const giveRecoveryCode = async (code: string) => {
    await staffCall(contracts.confirmByRecoveryCode, { body: { code } })
    onEnd(true)
  }
  const usePasskey = async () => {
    const { options } = await staffCall(contracts.askToConfirmByPasskey)
    const answer = await startAuthentication({ optionsJSON: valueIn(options) as never })
    await staffCall(contracts.confirmByPasskey, { body: { response: JSON.stringify(answer) } })
    onEnd(true)
  }
  const kinds = loaded.is === 'shown' ? loaded.shown.data.map(({ kind }) => kind) : []
  const passkey = kinds.includes('passkey') && browserSupportsWebAuthn()
  const authenticator = kinds.some((kind) => kind !== 'passkey')
  return (
    <Dialog open title="Confirm that it is you" size="sm" onClose={() => onEnd(false)}>
      <p className="mb-4 text-sm text-muted">
        This needs a second factor given in the last 15 minutes. Nothing that you have typed is lost.
      </p>
      {loaded.is === 'loading' && <Skeleton lines={3} />}
      {loaded.is === 'failed' && (
        <LoadFailure compact failed={loaded} what="Your second factors" onRetry={() => void factors.again()} />
      )}
      {loaded.is === 'shown' && !isRecovery && (
        <>
          {passkey && <Act label="Use a passkey" primary={!authenticator} act={usePasskey} />}
          {authenticator && (
            <OneField
              label="Code of your authenticator app"
              field="code"
              submitLabel="Confirm"
              inputMode="numeric"
              autoComplete="one-time-code"
              length={6}
              send={giveCode}
            />
          )}
        </>
      )}
      {loaded.is === 'shown' && isRecovery && (
        <OneField
          label="Recovery code"
          field="code"
          submitLabel="Confirm"
          autoComplete="off"
          hint="One of the ten that you kept when you set up your second factor. Each works once."
          send={giveRecoveryCode}
        />
      )}
      {loaded.is === 'shown' && (
        <Others>
          <Other onClick={() => setRecovery(!isRecovery)}>
            {isRecovery ? 'Use another second factor' : 'Use a recovery code'}
          </Other>
          <Other onClick={() => onEnd(false)}>Cancel</Other>
        </Others>
      )}
    </Dialog>
  )
}
