import { useState } from 'react'
import PrinterIcon from 'virtual:lucide/printer'
import { staffPaths } from '#lib/both/staff-paths.ts'
import { loading } from '#lib/browser/call/loading.ts'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { numbersOfAddress } from '#lib/browser/numbers.ts'
import { staffCall } from '#lib/browser/staff/staff-call.ts'
import { EmptyState } from '#ui/states/EmptyState.tsx'
import { LoadFailure } from '#ui/staff/LoadFailure.tsx'
import { Sheet } from '../../result/ui/sheet/Sheet.tsx'
import { getLearnerSheet } from '../learner-attempts.contract.ts'

interface Place {
  id: number
  attemptId: number
}

const sheet = loading((params: Place, signal) => staffCall(getLearnerSheet, { params, signal }), { mayMiss: true })

/** Response sheet of a learner, read-only and as the learner sees it. */
export function LearnerSheet() {
  const [[id = 0, attemptId = 0]] = useState(() => numbersOfAddress())
  const loaded = useLoaded(sheet, { id, attemptId })
  if (loaded.is === 'loading') return <div className="skeleton h-96 max-w-4xl" aria-busy="true" />
  if (loaded.is === 'missing')
    return (
      <>
        <h1 className="sr-only">Response sheet</h1>
        <EmptyState
          compact
          message="There is no such response sheet"
          hint="The number in the address may be wrong."
          actionLabel="The learner"
          href={staffPaths.learner(id)}
        />
      </>
    )
  if (loaded.is === 'failed')
    return <LoadFailure failed={loaded} what="This response sheet" onRetry={() => void sheet.again()} />
  return (
    <div className="max-w-4xl print:max-w-none">
      <div className="mb-3 flex justify-end print:hidden">
        <button type="button" className="btn gap-2" onClick={() => print()}>
          <PrinterIcon className="size-4" />
          Print
        </button>
      </div>
      <Sheet sheet={loaded.shown} />
    </div>
  )
}
