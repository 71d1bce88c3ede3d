import type { ReactNode } from 'react'
import { useStore } from '@nanostores/react'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { downloadCsv } from '#lib/browser/staff/download-csv.ts'
import { staffCall } from '#lib/browser/staff/staff-call.ts'
import { toast } from '#ui/Toasts.tsx'
import { failureWords } from '#ui/staff/forms/failure.ts'
import type { Column } from '#ui/staff/table/columns.ts'
import { Instant } from '#ui/staff/values.tsx'
import { saleMethods } from '../../../receipts/receipt.rules.ts'
import { shownState } from '#lib/both/gst-states.ts'
import { exportCreditNotes, exportInvoices } from '../../registers/registers.contract.ts'
import type { ListedPayment, ListedRefund } from '../money.contract.ts'
import { address, asked, notes, receipts } from '../money.store.ts'
import { amount, course, CreditNoteLink, learner, PaymentStatus, ReceiptLink } from './cells.tsx'
import { choice, MoneyList, NetSums, Sums } from './MoneyList.tsx'

const registers = { invoices: exportInvoices, 'credit-notes': exportCreditNotes }

interface DownloadProps {
  register: keyof typeof registers
  /** Days as yyyy-mm-dd; all without. */
  filters: { from?: string; to?: string; course?: number }
  children: ReactNode
}

/** Downloads a register as CSV. */
export function DownloadRegister({ register, filters, children }: DownloadProps) {
  const { from = '', to = '' } = filters
  const days = [from, to].filter(Boolean).join('-to-')
  const save = () => {
    downloadCsv(`${[register, days].filter(Boolean).join('-')}.csv`, (after?: string) =>
      staffCall(registers[register], { query: { ...filters, ...(after !== undefined && { after }) } }),
    ).catch((error: unknown) => toast.error(failureWords(error)))
  }
  return (
    <button type="button" className="btn" onClick={save}>
      {children}
    </button>
  )
}

const Explained = ({ documents }: { documents: string }) => (
  <p className="mt-3 text-xs text-muted">
    The register has all {documents} of the days and the course chosen above, without test payments. Search and other
    filters do not change it.
  </p>
)

const invoiceColumns: Column<ListedPayment>[] = [
  { id: 'receipt', header: 'Invoice', cell: ({ id, receipt }) => <ReceiptLink payment={id} number={receipt} /> },
  { id: 'at', header: 'Date', cell: ({ at }) => <Instant at={at} dayOnly />, whole: true },
  learner,
  course,
  amount,
  {
    id: 'place',
    header: 'Place of supply',
    cell: ({ place_of_supply }) => place_of_supply && shownState(place_of_supply),
  },
  { id: 'state', header: 'State', cell: (payment) => <PaymentStatus of={payment} /> },
]

/** Invoices that were issued, and their register. */
export function InvoiceRegister() {
  const values = useStore(address.$values)
  const loaded = useLoaded(receipts, asked.receipts(values))
  return (
    <>
      <MoneyList
        caption="Invoices"
        one="invoice"
        sums={(shown) => <NetSums of={shown} />}
        loaded={loaded}
        onRetry={() => void receipts.again()}
        columns={invoiceColumns}
        fields={[choice('method', 'Paid at the desk by', saleMethods)]}
      >
        <DownloadRegister register="invoices" filters={asked.register(values)}>
          Download register (CSV)
        </DownloadRegister>
      </MoneyList>
      <Explained documents="invoices" />
    </>
  )
}

const noteColumns: Column<ListedRefund>[] = [
  {
    id: 'note',
    header: 'Credit note',
    cell: ({ id, credit_note }) => <CreditNoteLink refund={id} number={credit_note} />,
  },
  { id: 'at', header: 'Date', cell: ({ at }) => <Instant at={at} dayOnly />, whole: true },
  learner,
  course,
  amount,
  {
    id: 'receipt',
    header: 'Invoice',
    cell: ({ payment, receipt }) => <ReceiptLink payment={payment} number={receipt} />,
  },
]

/** Credit notes that were issued, and their register. */
export function CreditNoteRegister() {
  const values = useStore(address.$values)
  const loaded = useLoaded(notes, asked.notes(values))
  return (
    <>
      <MoneyList
        caption="Credit notes"
        one="credit note"
        sums={({ sum_paise }) => <Sums total={sum_paise} label="refunded" />}
        loaded={loaded}
        onRetry={() => void notes.again()}
        columns={noteColumns}
        fields={[]}
      >
        <DownloadRegister register="credit-notes" filters={asked.register(values)}>
          Download register (CSV)
        </DownloadRegister>
      </MoneyList>
      <Explained documents="credit notes" />
    </>
  )
}
