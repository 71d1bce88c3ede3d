import * as z from 'zod/mini'
import { endpoint } from '#lib/both/calls/endpoint.ts'
import { digitText, id, means, named } from '#lib/both/calls/fields.ts'
import { isoInstant, percent, rowId, rupees } from '#lib/both/calls/reply-fields.ts'
import { codeOf, states } from '#lib/both/gst-states.ts'

/** The receipt of a payment, as it was drawn up on its day. Amounts on the wire are rupees with two decimals. */

/** GST code of a state, or 96 for outside India, as text or as a number. */
export const stateCode = (error: string) => digitText(z.enum(states.map(codeOf), { error }), error, 2)

const party = z.object({ name: z.string(), lines: z.array(z.string()), gstin: z.nullable(z.string()) })

export const invoice = z.object({
  number: z.string(),
  date: means(z.string(), 'The day of the invoice in India: dd-MM-yyyy'),
  seller: party,
  buyer: party,
  place_of_supply: means(z.string(), "State and its GST code: '32 Kerala'"),
  description: z.string(),
  sac: means(z.string(), 'Service accounting code of online education'),
  taxable_value: rupees,
  taxes: means(
    z.array(z.object({ name: z.enum(['CGST', 'SGST', 'IGST']), percent, amount: rupees })),
    "Within the seller's state CGST and SGST, otherwise IGST",
  ),
  total: rupees,
  total_in_words: z.string(),
  acc_ref_id: z.string(),
  payment_mode: z.string(),
})

/** What went back of a payment that was kept, oldest first. */
export const refunds = means(
  z.array(
    z.object({
      id: rowId,
      amount: rupees,
      state: z.enum(['due', 'refunded']),
      date: means(z.string(), 'The day in India when it was asked for, or done: dd-MM-yyyy'),
      date_iso: isoInstant,
      credit_note: means(z.nullable(z.string()), 'Its number; null until it is done'),
    }),
  ),
  'Ours: what went back of it later',
)

/** A receipt as its payer reads it. */
const read = z.extend(invoice, { refunds })

export type Invoice = z.output<typeof read>

/** Ours: the receipt that 'Download Payment Receipt' opens. */
export const getInvoice = endpoint({
  method: 'GET',
  path: '/user/product/invoice/{paymentId}',
  access: 'learner',
  refuses: ['not_found'],
  summary: 'The GST tax invoice of a payment; only for the person who paid it',
  params: z.object({ paymentId: id }),
  reply: z.object({ status: z.boolean(), data: read }),
})

named({ Invoice: read })
