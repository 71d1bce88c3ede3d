import type { CreditNoteDocument } from '../credit-note.contract.ts'
import { Sheet } from './Paper.tsx'

/** A credit note on one A4 page. */
export function CreditNotePaper({ note }: { note: CreditNoteDocument }) {
  const { invoice } = note
  return (
    <Sheet
      document={note}
      title="Credit note"
      facts={[
        ['Against invoice', invoice.number],
        ['Invoice date', invoice.date],
      ]}
    />
  )
}
