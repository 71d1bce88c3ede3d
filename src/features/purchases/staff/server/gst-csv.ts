import { rupees } from '#lib/both/money.ts'
import { csvOf } from '#lib/server/text/csv.ts'
import { codeOf, nameOf } from '#lib/both/gst-states.ts'
import type { GstSummary, GstSums } from './gst-summary.ts'

const headings = [
  'Document',
  'Place of supply',
  'State code',
  'Rate %',
  'Number',
  'Taxable value',
  'CGST',
  'SGST',
  'IGST',
  'Total',
]

/** A month's GST as CSV, in rupees, for whoever files the return: rows, then their sums. */
export function gstCsv({ rows, receipts, creditNotes, net }: GstSummary): string {
  const amounts = ({ number, taxable, cgst, sgst, igst, total }: GstSums) => [
    number,
    ...[taxable, cgst, sgst, igst, total].map(rupees),
  ]
  return csvOf([
    headings,
    ...rows.map((row) => [
      row.kind === 'receipts' ? 'Receipts' : 'Credit notes',
      nameOf(row.place),
      codeOf(row.place),
      row.percent,
      ...amounts(row),
    ]),
    ['All receipts', null, null, null, ...amounts(receipts)],
    ['All credit notes', null, null, null, ...amounts(creditNotes)],
    ['Net: receipts less credit notes', null, null, null, ...amounts(net)],
  ])
}
