import * as z from 'zod/mini'
import { moneyReaders } from '#features/auth/staff/learner-roles.rules.ts'
import { endpoint } from '#lib/both/calls/endpoint.ts'
import { id, means } from '#lib/both/calls/fields.ts'
import { rowId } from '#lib/both/calls/reply-fields.ts'
import { after, day, next } from '#lib/both/calls/staff-fields.ts'
import { creditNote } from '../../receipts/credit-note.contract.ts'
import { books, payer } from '../money/money.contract.ts'

/** Registers of invoices and credit notes for the GST return, and single credit notes. */

const filters = z.object({
  from: means(z.optional(day), 'Documents of this day in India or later'),
  to: means(z.optional(day), 'Documents of this day in India or before'),
  course: means(z.optional(id), 'Documents of this course'),
  after,
})

const part = z.object({ csv: z.string(), next })

export const exportInvoices = endpoint({
  ...books,
  path: '/staff/money/registers/invoices/csv',
  secondFactor: 'recent',
  summary: 'A part of the invoice register as CSV in rupees, the oldest first, without test payments',
  query: filters,
  reply: part,
})

export const exportCreditNotes = endpoint({
  ...books,
  path: '/staff/money/registers/credit-notes/csv',
  secondFactor: 'recent',
  summary: 'A part of the credit-note register as CSV in rupees above zero, the oldest first, without test payments',
  query: filters,
  reply: part,
})

export const getCreditNote = endpoint({
  ...books,
  // Learners ask support for their credit notes.
  roles: moneyReaders,
  path: '/staff/money/credit-notes/{id}',
  secondFactor: 'session',
  refuses: ['not_found'],
  summary: 'The credit note of a refund',
  params: z.object({ id: means(id, 'Of the refund') }),
  reply: z.object({ credit_note: creditNote, payment: means(rowId, 'Of the invoice'), learner: payer }),
})
