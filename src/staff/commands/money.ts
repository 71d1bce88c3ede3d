import { gstCsv } from '#features/purchases/staff/server/gst-csv.ts'
import { gstSummary, type GstSums } from '#features/purchases/staff/server/gst-summary.ts'
import { shownState } from '#features/purchases/receipts/states.rules.ts'
import { formatInr } from '#lib/both/money.ts'
import type { StaffCommand } from '../command.ts'
import { columns } from '../print.ts'

const gst: StaffCommand = {
  name: 'gst',
  args: ['MONTH'],
  options: { csv: { about: 'as CSV, for a spreadsheet: > gst.csv' } },
  summary: "Sums up a month's receipts and credit notes by place of supply and rate; MONTH is 2026-11",
  run: async (ctx, { args: [month = ''], options }) => {
    const summary = await gstSummary(ctx, { month })
    if (options.csv !== undefined) return gstCsv(summary).trimEnd()
    if (summary.rows.length === 0) return `No receipts in ${summary.month}`
    const amounts = ({ number, taxable, cgst, sgst, igst, total }: GstSums) => [
      String(number),
      ...[taxable, cgst, sgst, igst, total].map((paise) => formatInr(paise)),
    ]
    return columns(
      ['DOCUMENTS', 'PLACE OF SUPPLY', 'RATE', 'NUMBER', 'TAXABLE', 'CGST', 'SGST', 'IGST', 'TOTAL'],
      [
        ...summary.rows.map((row) => [row.kind, shownState(row.place), `${row.percent}%`, ...amounts(row)]),
        ['all receipts', '', '', ...amounts(summary.receipts)],
        ['all credit notes', '', '', ...amounts(summary.creditNotes)],
        ['left', '', '', ...amounts(summary.net)],
      ],
    )
  },
}

export const moneyCommands: StaffCommand[] = [gst]
