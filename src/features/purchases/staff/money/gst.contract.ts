import * as z from 'zod/mini'
import { endpoint } from '#lib/both/calls/endpoint.ts'
import { means, named } from '#lib/both/calls/fields.ts'
import { howMany, paise, percent } from '#lib/both/calls/reply-fields.ts'
import { csvPart } from '#lib/both/calls/staff-fields.ts'
import { books } from './money.contract.ts'

/** What the receipts and credit notes of a month say of GST. */

const amounts = {
  number: means(howMany, 'Receipts, or credit notes'),
  taxable_paise: paise,
  cgst_paise: paise,
  sgst_paise: paise,
  igst_paise: paise,
  total_paise: paise,
}

const sums = z.object(amounts)

const gstRow = z.object({
  place: means(z.string(), "Place of supply: '32 Kerala'"),
  percent: means(percent, 'Of all taxes together'),
  ...amounts,
})
export type GstRow = z.output<typeof gstRow>

const side = z.object({ rows: means(z.array(gstRow), 'By place of supply and rate'), sums })
export type GstSide = z.output<typeof side>

/** Both sides subtracted: a month of credit notes alone is below nothing. */
const signed = means(z.int(), 'Paise; below zero where more went back than came')

const month = z
  .string({ error: 'Please choose a month' })
  .check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/, { error: 'A month is written as 2026-11' }))

export const getGst = endpoint({
  ...books,
  path: '/staff/money/gst',
  secondFactor: 'session',
  summary: 'What the receipts and credit notes of a month in India say of GST; play money is left out',
  query: z.object({ month }),
  reply: z.object({
    month: z.string(),
    receipts: side,
    credit_notes: side,
    net: means(
      z.object({
        taxable_paise: signed,
        cgst_paise: signed,
        sgst_paise: signed,
        igst_paise: signed,
        total_paise: signed,
      }),
      'The receipts without the credit notes',
    ),
  }),
})

export const exportGst = endpoint({
  ...books,
  path: '/staff/money/gst/csv',
  secondFactor: 'recent',
  summary: 'The same as a CSV file in rupees, for whoever files the return: all of it in one part',
  query: z.object({ month }),
  reply: csvPart,
})

named({ GstRow: gstRow, GstSide: side })
