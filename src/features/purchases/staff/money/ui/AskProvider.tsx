import { useState } from 'react'
import type { InputOf, ReplyOf } from '#lib/both/calls/endpoint.ts'
import { ApiError } from '#lib/both/calls/errors.ts'
import { staffCall } from '#lib/browser/staff/staff-call.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { toast } from '#ui/Toasts.tsx'
import { failureWords } from '#ui/staff/forms/failure.ts'
import { askProvider } from '../checks.contract.ts'

interface AskProviderProps {
  about: Partial<InputOf<typeof askProvider>['body']>
  /** What it is about, for those who do not see the row. */
  name: string
}

/** Asks the payment provider, and says what it says otherwise than our rows. */
export function AskProvider({ about, name }: AskProviderProps) {
  const [busy, setBusy] = useState(false)
  const [told, setTold] = useState<ReplyOf<typeof askProvider>>()
  const ask = async () => {
    if (busy) return
    setBusy(true)
    try {
      const reply = await staffCall(askProvider, { body: about })
      if (reply.differences.length === 0) toast.success(reply.message)
      else setTold(reply)
    } catch (error) {
      // 502: it is the provider that does not answer, and the words say so.
      toast.error(error instanceof ApiError && error.status === 502 ? error.message : failureWords(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <button
        type="button"
        className="btn btn-sm whitespace-nowrap max-sm:min-h-11"
        aria-disabled={busy}
        onClick={() => void ask()}
      >
        {busy ? 'Asking' : 'Ask the provider'}
        <span className="sr-only"> about {name}</span>
      </button>
      <Dialog open={told !== undefined} title={`The provider on ${name}`} onClose={() => setTold(undefined)}>
        <ul className="space-y-2 text-left text-sm whitespace-normal">
          {told?.differences.map(({ payment, says }) => (
            <li key={`${payment} ${says}`} className="[overflow-wrap:anywhere]">
              <span className="font-medium">{payment}</span>: the provider {says}
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  )
}
