import { staffPaths } from '#lib/both/staff-paths.ts'
import { loading } from '#lib/browser/call/loading.ts'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { numbered } from '#lib/browser/numbered.tsx'
import { staffCall } from '#lib/browser/staff/staff-call.ts'
import { EmptyState } from '#ui/states/EmptyState.tsx'
import { Skeleton } from '#ui/states/Skeleton.tsx'
import { LoadFailure } from '#ui/staff/LoadFailure.tsx'
import PrinterIcon from 'virtual:lucide/printer'
import { Paper, paper } from '../../../receipts/ui/Paper.tsx'
import { getReceipt } from '../checks.contract.ts'

const receipt = loading((id: number, signal) => staffCall(getReceipt, { params: { id }, signal }), { mayMiss: true })

/** A receipt as its payer has it, to be read out, printed or sent once more. */
function StaffReceipt({ id }: { id: number }) {
  const loaded = useLoaded(receipt, id)
  return (
    <div className="mx-auto max-w-3xl print:max-w-none">
      {loaded.is === 'loading' && (
        <div className={paper}>
          <Skeleton />
        </div>
      )}
      {(loaded.is === 'missing' || loaded.is === 'failed') && <h1 className="sr-only">Receipt</h1>}
      {loaded.is === 'missing' && (
        <EmptyState compact message="There is no such receipt" hint="Money that was not kept has none." />
      )}
      {loaded.is === 'failed' && (
        <LoadFailure compact failed={loaded} what="This receipt" onRetry={() => void receipt.again()} />
      )}
      {loaded.is === 'shown' && (
        <>
          <div className="mb-4 flex flex-wrap items-center justify-between gap-3 print:hidden">
            <a href={staffPaths.learner(loaded.shown.learner.id)} className="btn btn-ghost -ml-4">
              The learner’s page
            </a>
            <button type="button" className="btn btn-primary" onClick={() => print()}>
              <PrinterIcon />
              Print or save as PDF
            </button>
          </div>
          <Paper invoice={loaded.shown.receipt} />
        </>
      )}
    </div>
  )
}

export const StaffReceiptIsland = numbered(StaffReceipt, (id = 0) => ({ id }))
