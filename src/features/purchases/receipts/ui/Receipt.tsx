import { call } from '#lib/browser/call/call.ts'
import { numbered } from '#lib/browser/numbered.tsx'
import { loading } from '#lib/browser/call/loading.ts'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { getInvoice } from '../invoice.contract.ts'
import { Paper } from './Paper.tsx'
import { PaperPage } from './PaperPage.tsx'

const receipt = loading((paymentId: number, signal) => call(getInvoice, { params: { paymentId }, signal }), {
  mayMiss: true,
})

/** The receipt of a payment: a GST tax invoice on one A4 page, for its payer alone. */
function Receipt({ transactionId, paymentId }: { transactionId: number; paymentId: number }) {
  const loaded = useLoaded(receipt, paymentId)
  return (
    <PaperPage transactionId={transactionId} what="receipt" loaded={loaded} onRetry={receipt.again}>
      {({ data }) => <Paper invoice={data} />}
    </PaperPage>
  )
}

export const ReceiptIsland = numbered(Receipt, (transactionId, paymentId) => ({ transactionId, paymentId }))
