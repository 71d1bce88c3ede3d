import { call } from '#lib/browser/call/call.ts'
import { numbered } from '#lib/browser/numbered.tsx'
import { loading } from '#lib/browser/call/loading.ts'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { getCreditNote } from '../credit-note.contract.ts'
import { CreditNotePaper } from './CreditNotePaper.tsx'
import { PaperPage } from './PaperPage.tsx'

const creditNote = loading((refundId: number, signal) => call(getCreditNote, { params: { refundId }, signal }), {
  mayMiss: true,
})

/** The credit note of a refund, for the person who paid. */
function CreditNote({ transactionId, refundId }: { transactionId: number; refundId: number }) {
  const loaded = useLoaded(creditNote, refundId)
  return (
    <PaperPage transactionId={transactionId} what="credit note" loaded={loaded} onRetry={creditNote.again}>
      {({ data }) => <CreditNotePaper note={data} />}
    </PaperPage>
  )
}

export const CreditNoteIsland = numbered(CreditNote, (transactionId, refundId) => ({ transactionId, refundId }))
