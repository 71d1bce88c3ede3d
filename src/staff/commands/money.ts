import { randomUUID } from 'node:crypto'
import { gstCsv } from '#features/purchases/staff/server/gst-csv.ts'
import { gstSummary, type GstSums } from '#features/purchases/staff/server/gst-summary.ts'
import { refundPayment } from '#features/purchases/staff/server/refund.ts'
import { shownState } from '#lib/both/gst-states.ts'
import { conflict } from '#lib/both/calls/errors.ts'
import { formatInr } from '#lib/both/money.ts'
import { rupeesTyped, wholeNumber, workOf, workOptions, type StaffCommand } from '../command.ts'
import { columns, safe } from '../print.ts'

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
        ['net', '', '', ...amounts(summary.net)],
      ],
    )
  },
}

const refund: StaffCommand = {
  name: 'refund',
  args: ['PAYMENT_ID'],
  options: {
    left: {
      value: 'RUPEES',
      required: true,
      about: 'what is left of the payment, as `payments` lists it; with another amount nothing is refunded',
    },
    amount: { value: 'RUPEES', about: 'with GST; default: all that is left of the payment' },
    'keep-access': { about: 'leaves the course open although all of the payment goes back' },
    ...workOptions,
  },
  summary: 'Sends a payment back through its provider, with a credit note; of a sale at the desk notes that it was',
  run: async (ctx, given) => {
    const { left: seen = '', amount, 'keep-access': keepAccess } = given.options
    const paymentId = wholeNumber(given.args[0] ?? '', 'PAYMENT_ID')
    const { status, amountPaise, leftPaise, creditNote, problem } = await refundPayment(
      { ...ctx, payments: ctx.payments() },
      workOf(ctx, given),
      {
        paymentId,
        leftPaise: rupeesTyped(seen, '--left'),
        amountPaise: amount === undefined ? undefined : rupeesTyped(amount, '--amount'),
        key: randomUUID(),
        keepAccess: keepAccess !== undefined,
      },
    )
    const what = `${formatInr(amountPaise)} of payment ${paymentId}`
    if (status === 'failed')
      throw conflict(`The provider does not send ${what} back: ${safe(problem ?? '')}`, 'conflict')
    const left = leftPaise === 0 ? 'nothing is left of it' : `${formatInr(leftPaise)} are left of it`
    if (status === 'done') return `${what} went back: credit note ${creditNote}, ${left}`
    return `${what} is on its way: the server asks the provider until it is done; ${left}`
  },
}

export const moneyCommands: StaffCommand[] = [gst, refund]
