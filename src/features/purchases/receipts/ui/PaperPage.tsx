import type { ReactNode } from 'react'
import { paths } from '#lib/both/paths.ts'
import type { Loaded } from '#lib/browser/call/loading.ts'
import PrinterIcon from 'virtual:lucide/printer'
import { Skeleton } from '#ui/states/Skeleton.tsx'
import { NotShown } from '../../ui/NotShown.tsx'
import { paper } from './Paper.tsx'

interface PaperPageProps<Shown> {
  transactionId: number
  /** Name of the document in messages. */
  what: 'receipt' | 'credit note'
  loaded: Loaded<Shown>
  onRetry: () => void
  children: (shown: Shown) => ReactNode
}

/** A page with a document on one A4 page, for the person who paid. */
export function PaperPage<Shown>({ transactionId, what, loaded, onRetry, children }: PaperPageProps<Shown>) {
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3 print:hidden">
        <a href={paths.purchase(transactionId)} className="btn btn-ghost -ml-4">
          Back to the purchase
        </a>
        {loaded.is === 'shown' && (
          <button type="button" className="btn btn-primary" onClick={() => print()}>
            <PrinterIcon />
            Print or save as PDF
          </button>
        )}
      </div>
      {loaded.is === 'loading' && (
        <div className={paper}>
          <Skeleton />
        </div>
      )}
      {(loaded.is === 'missing' || loaded.is === 'failed') && <NotShown what={what} state={loaded} onRetry={onRetry} />}
      {loaded.is === 'shown' && children(loaded.shown)}
    </>
  )
}
