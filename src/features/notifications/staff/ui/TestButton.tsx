import { useState } from 'react'
import type { CallInput } from '#lib/both/calls/endpoint.ts'
import { staffCall } from '#lib/browser/staff/staff-call.ts'
import { failureWords } from '#ui/staff/forms/failure.ts'
import { toast } from '#ui/Toasts.tsx'
import { sendTestNotification } from '../compose.contract.ts'

/** Sends what is typed to the learner account of whoever is logged in. */
export function TestButton({ body }: { body: CallInput<typeof sendTestNotification>['body'] }) {
  const [busy, setBusy] = useState(false)
  const send = async () => {
    if (busy) return
    setBusy(true)
    try {
      toast.success((await staffCall(sendTestNotification, { body })).message)
    } catch (error) {
      toast.error(failureWords(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <button type="button" className="btn mt-4" aria-disabled={busy} onClick={() => void send()}>
      Send a test to myself
    </button>
  )
}
