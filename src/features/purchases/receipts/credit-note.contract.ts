import * as z from 'zod/mini'
import { endpoint } from '#lib/both/calls/endpoint.ts'
import { id, means, named } from '#lib/both/calls/fields.ts'
import { invoice } from './invoice.contract.ts'

/** The credit note of a refund. Amounts are rupees with two decimals, above zero as in the invoice that they reduce. */

const { number, date, seller, buyer, place_of_supply, description, sac } = invoice.shape
const { taxable_value, taxes, total, total_in_words } = invoice.shape

export const creditNote = z.object({
  ...{ number, date, seller, buyer, place_of_supply, description, sac, taxable_value, taxes, total, total_in_words },
  invoice: means(z.object({ number, date }), 'The invoice that it reduces'),
})

export type CreditNoteDocument = z.output<typeof creditNote>

export const getCreditNote = endpoint({
  method: 'GET',
  path: '/user/product/credit-note/{refundId}',
  access: 'learner',
  refuses: ['not_found'],
  summary: 'The credit note of a refund; only for the person who paid',
  params: z.object({ refundId: id }),
  reply: z.object({ status: z.boolean(), data: creditNote }),
})

named({ CreditNote: creditNote })
