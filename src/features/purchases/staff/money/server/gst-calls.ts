import type { StaffContext } from '#core/context.ts'
import { logWork } from '#core/staff/staff-log.ts'
import type { InputOf, ReplyOf } from '#lib/both/calls/endpoint.ts'
import { gstCsv } from '../../server/gst-csv.ts'
import { gstSummary, type GstSummary, type GstSums } from '../../server/gst-summary.ts'
import type * as contracts from '../gst.contract.ts'

export async function getGst(
  ctx: StaffContext,
  { query }: InputOf<typeof contracts.getGst>,
): Promise<ReplyOf<typeof contracts.getGst>> {
  const summary = await gstSummary(ctx, query)
  const { number: _, ...net } = inPaise(summary.net)
  return {
    month: summary.month,
    receipts: { rows: rowsOf(summary, 'receipts'), sums: inPaise(summary.receipts) },
    credit_notes: { rows: rowsOf(summary, 'credit notes'), sums: inPaise(summary.creditNotes) },
    net,
  }
}

function rowsOf({ rows }: GstSummary, kind: GstSummary['rows'][number]['kind']) {
  return rows
    .filter((row) => row.kind === kind)
    .map(({ place, percent, ...sums }) => ({ place, percent, ...inPaise(sums) }))
}

const inPaise = ({ number, taxable, cgst, sgst, igst, total }: GstSums) => ({
  number,
  taxable_paise: taxable,
  cgst_paise: cgst,
  sgst_paise: sgst,
  igst_paise: igst,
  total_paise: total,
})

export async function exportGst(
  ctx: StaffContext,
  { query }: InputOf<typeof contracts.exportGst>,
): Promise<ReplyOf<typeof contracts.exportGst>> {
  const csv = gstCsv(await gstSummary(ctx, query))
  await ctx.db
    .transaction()
    .execute((tx) =>
      logWork(tx, ctx.work(), { action: 'GST summary exported', subject: `month ${query.month}`, after: query }),
    )
  return { csv, next: null }
}
