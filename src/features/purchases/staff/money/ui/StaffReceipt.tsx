import type { ReactNode } from 'react'
import { staffPaths } from '#lib/both/staff-paths.ts'
import { loading, type Loaded } from '#lib/browser/call/loading.ts'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { numbered } from '#lib/browser/numbered.tsx'
import { staffCall } from '#lib/browser/staff/staff-call.ts'
import { EmptyState } from '#ui/states/EmptyState.tsx'
import { Skeleton } from '#ui/states/Skeleton.tsx'
import { LoadFailure } from '#ui/staff/LoadFailure.tsx'
import PrinterIcon from 'virtual:lucide/printer'
import { CreditNotePaper } from '../../../receipts/ui/CreditNotePaper.tsx'
import { Paper, paper } from '../../../receipts/ui/Paper.tsx'
import { getCreditNote } from '../../registers/registers.contract.ts'
import { getReceipt } from '../checks.contract.ts'

const receipt = loading((id: number, signal) => staffCall(getReceipt, { params: { id }, signal }), { mayMiss: true })

const creditNote = loading((id: number, signal) => staffCall(getCreditNote, { params: { id }, signal }), {
  mayMiss: true,
})

/** A receipt as its payer has it, to be read out, printed or sent once more. */
function StaffReceipt({ id }: { id: number }) {
  return (
    <DocumentPage
      name="Receipt"
      loaded={useLoaded(receipt, id)}
      missing="A payment that was not kept has none."
      onRetry={() => void receipt.again()}
      learnerOf={({ learner }) => learner.id}
    >
      {(shown) => <Paper invoice={shown.receipt} />}
    </DocumentPage>
  )
}

/** The credit note of a refund, with the way to its invoice. */
function StaffCreditNote({ id }: { id: number }) {
  return (
    <DocumentPage
      name="Credit note"
      loaded={useLoaded(creditNote, id)}
      missing="A refund has one when it is done and the payment had a receipt."
      onRetry={() => void creditNote.again()}
      learnerOf={({ learner }) => learner.id}
      links={({ payment, credit_note }) => (
        <a href={staffPaths.receipt(payment)} className="btn btn-ghost">
          Invoice {credit_note.invoice.number}
        </a>
      )}
    >
      {(shown) => <CreditNotePaper note={shown.credit_note} />}
    </DocumentPage>
  )
}

interface DocumentPageProps<Shown> {
  name: 'Receipt' | 'Credit note'
  loaded: Loaded<Shown>
  /** Explains why there may be no such document. */
  missing: string
  onRetry: () => void
  learnerOf: (shown: Shown) => number
  links?: (shown: Shown) => ReactNode
  children: (shown: Shown) => ReactNode
}

function DocumentPage<Shown>(props: DocumentPageProps<Shown>) {
  const { name, loaded, missing, onRetry, learnerOf, links, children } = props
  const word = name.toLowerCase()
  return (
    <div className="mx-auto max-w-3xl print:max-w-none">
      {loaded.is === 'loading' && (
        <div className={paper}>
          <Skeleton />
        </div>
      )}
      {(loaded.is === 'missing' || loaded.is === 'failed') && <h1 className="sr-only">{name}</h1>}
      {loaded.is === 'missing' && <EmptyState compact message={`There is no such ${word}`} hint={missing} />}
      {loaded.is === 'failed' && <LoadFailure compact failed={loaded} what={`This ${word}`} onRetry={onRetry} />}
      {loaded.is === 'shown' && (
        <>
          <div className="mb-4 flex flex-wrap items-center gap-3 print:hidden">
            <a href={staffPaths.learner(learnerOf(loaded.shown))} className="btn btn-ghost -ml-4">
              The learner’s page
            </a>
            {links?.(loaded.shown)}
            <button type="button" className="btn btn-primary ml-auto" onClick={() => print()}>
              <PrinterIcon />
              Print or save as PDF
            </button>
          </div>
          {children(loaded.shown)}
        </>
      )}
    </div>
  )
}

export const StaffReceiptIsland = numbered(StaffReceipt, (id = 0) => ({ id }))
export const StaffCreditNoteIsland = numbered(StaffCreditNote, (id = 0) => ({ id }))
