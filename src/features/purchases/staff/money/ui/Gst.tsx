import { useStore } from '@nanostores/react'
import type { ReplyOf } from '#lib/both/calls/endpoint.ts'
import { formatInr } from '#lib/both/money.ts'
import { DAY, indianDay, namedMonth } from '#lib/both/time/clock.ts'
import { moveMonth, startOfDay } from '#lib/both/time/days.ts'
import type { Loaded } from '#lib/browser/call/loading.ts'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { downloadCsv } from '#lib/browser/staff/download-csv.ts'
import { staffCall } from '#lib/browser/staff/staff-call.ts'
import { EmptyState } from '#ui/states/EmptyState.tsx'
import { toast } from '#ui/Toasts.tsx'
import { Facts } from '#ui/staff/Facts.tsx'
import { failureWords } from '#ui/staff/forms/failure.ts'
import type { Column } from '#ui/staff/table/columns.ts'
import { DataTable } from '#ui/staff/table/DataTable.tsx'
import { Filters } from '#ui/staff/table/Filters.tsx'
import { Money } from '#ui/staff/values.tsx'
import { shownState } from '#lib/both/gst-states.ts'
import { exportGst, type getGst, type GstRow, type GstSide } from '../gst.contract.ts'
import { address, gst, months } from '../money.store.ts'
import { DownloadRegister } from './Registers.tsx'

const nameOfMonth = (month: string) => namedMonth(startOfDay(`${month}-01`))

/** First and last day of a month. */
const daysOf = (month: string) => ({
  from: `${month}-01`,
  to: indianDay(startOfDay(`${moveMonth(month, 1)}-01`) - DAY),
})

const options = months.map((value) => ({ value, label: nameOfMonth(value) }))

/** What the receipts and credit notes of a month say of GST, for whoever files the return. */
export function Gst() {
  const { month } = useStore(address.$values)
  const loaded = useLoaded(gst, month)
  const save = () => {
    downloadCsv(`gst-${month}.csv`, () => staffCall(exportGst, { query: { month } })).catch((error: unknown) =>
      toast.error(failureWords(error)),
    )
  }
  return (
    <>
      <Filters address={address} fields={[{ name: 'month', label: 'Month', kind: 'select', options }]}>
        <button type="button" className="btn" onClick={save}>
          Download summary (CSV)
        </button>
        <DownloadRegister register="invoices" filters={daysOf(month)}>
          Invoice register
        </DownloadRegister>
        <DownloadRegister register="credit-notes" filters={daysOf(month)}>
          Credit-note register
        </DownloadRegister>
      </Filters>
      <Documents title="Receipts" none={`No receipts in ${nameOfMonth(month)}`} loaded={loaded} side="receipts" />
      <Documents
        title="Credit notes"
        none={`No credit notes in ${nameOfMonth(month)}`}
        loaded={loaded}
        side="credit_notes"
      />
      {loaded.is === 'shown' && <Net net={loaded.shown.net} />}
    </>
  )
}

type Shown = ReplyOf<typeof getGst>

type Row = Omit<GstRow, 'percent'> & { percent: number | null; index: number }

const paise = (id: keyof GstRow & `${string}_paise`, header: string): Column<Row> => ({
  id,
  header,
  align: 'end',
  cell: (row) => <Money paise={row[id]} />,
})

const columns: Column<Row>[] = [
  { id: 'place', header: 'Place of supply', cell: ({ place }) => place },
  { id: 'rate', header: 'Rate', align: 'end', cell: ({ percent }) => percent !== null && `${percent}%` },
  { id: 'number', header: 'Number', align: 'end', cell: ({ number }) => number },
  paise('taxable_paise', 'Taxable value'),
  paise('cgst_paise', 'CGST'),
  paise('sgst_paise', 'SGST'),
  paise('igst_paise', 'IGST'),
  paise('total_paise', 'Total'),
]

/** By place and rate, then all of them together. */
function rowsOf({ rows, sums }: GstSide): Row[] {
  if (rows.length === 0) return []
  const named = rows.map((row, index) => ({ ...row, place: shownState(row.place), index }))
  return [...named, { place: 'All', percent: null, ...sums, index: rows.length }]
}

interface DocumentsProps {
  title: string
  none: string
  loaded: Loaded<Shown>
  side: 'receipts' | 'credit_notes'
}

function Documents({ title, none, loaded, side }: DocumentsProps) {
  return (
    <section className="mb-6">
      <h2 className="mb-2 text-lg font-semibold">{title}</h2>
      <DataTable
        caption={title}
        columns={columns}
        loaded={loaded}
        rowsOf={(shown) => rowsOf(shown[side])}
        rowKey={({ index }) => index}
        onRetry={() => void gst.again()}
        empty={<EmptyState compact message={none} />}
        {...(side === 'credit_notes' && { keys: false })}
      />
    </section>
  )
}

function Net({ net }: { net: Shown['net'] }) {
  return (
    <section>
      <h2 className="mb-2 text-lg font-semibold">Net: receipts less credit notes</h2>
      <Facts
        columns={3}
        facts={[
          { label: 'Taxable value', value: formatInr(net.taxable_paise) },
          { label: 'CGST', value: formatInr(net.cgst_paise) },
          { label: 'SGST', value: formatInr(net.sgst_paise) },
          { label: 'IGST', value: formatInr(net.igst_paise) },
          { label: 'Total', value: formatInr(net.total_paise) },
        ]}
      />
      <p className="mt-2 text-xs text-muted">
        Test payments are not counted. A month begins and ends at midnight in India.
      </p>
    </section>
  )
}
