import { call } from '#lib/browser/call/call.ts'
import { numbered } from '#lib/browser/numbered.tsx'
import { loading } from '#lib/browser/call/loading.ts'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { paths } from '#lib/both/paths.ts'
import PrinterIcon from 'virtual:lucide/printer'
import { Skeleton } from '#ui/states/Skeleton.tsx'
import { getInvoice } from '../invoice.contract.ts'
import { NotShown } from '../../ui/NotShown.tsx'
import { Paper, paper } from './Paper.tsx'

const receipt = loading((paymentId: number, signal) => call(getInvoice, { params: { paymentId }, signal }), {
  mayMiss: true,
})

/** The receipt of a payment: a GST tax invoice on one A4 page, for its payer alone. */
function Receipt({ transactionId, paymentId }: { transactionId: number; paymentId: number }) {
  const state = useLoaded(receipt, paymentId)
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3 print:hidden">
        <a data-uncovered href={paths.purchase(transactionId)} className="btn btn-ghost -ml-4">
          Back to the purchase
        </a>
        {state.is === 'shown' && (
          <button type="button" className="btn btn-primary" onClick={() => print()}>
            <PrinterIcon />
            Print or save as PDF
          </button>
        )}
      </div>
      {state.is === 'loading' && (
        <div className={paper}>
          <Skeleton />
        </div>
      )}
      {(state.is === 'missing' || state.is === 'failed') && (
        <NotShown what="receipt" state={state} onRetry={receipt.again} />
      )}
      {state.is === 'shown' && <Paper invoice={state.shown.data} />}
    </>
  )
}

export const ReceiptIsland = numbered(Receipt, (transactionId, paymentId) => ({ transactionId, paymentId }))
