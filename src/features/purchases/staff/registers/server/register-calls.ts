import type { StaffContext } from '#core/context.ts'
import { logExport } from '#core/staff/staff-log.ts'
import type { InputOf, ReplyOf } from '#lib/both/calls/endpoint.ts'
import { notFound } from '#lib/both/calls/errors.ts'
import { placeIn, placeText } from '#lib/both/calls/staff-fields.ts'
import { DAY } from '#lib/both/time/clock.ts'
import { startOfDay } from '#lib/both/time/days.ts'
import { csvOf, type CsvValue } from '#lib/server/text/csv.ts'
import { creditNoteDocument } from '../../../receipts/credit-note.rules.ts'
import { taxOn, taxRate, type StoredReceipt } from '../../../receipts/receipt.rules.ts'
import { sellerNow } from '../../../receipts/server/receipts.ts'
import { codeOf, nameOf } from '#lib/both/gst-states.ts'
import { payerOf } from '../../money/server/payer.ts'
import type * as contracts from '../registers.contract.ts'
import {
  BATCH,
  readCreditNoteOf,
  readCreditNotes,
  readInvoices,
  type DocumentFilter,
  type DocumentPlace,
  type IssuedCreditNote,
  type IssuedInvoice,
} from '../../../receipts/server/read-documents.ts'

type Query = InputOf<typeof contracts.exportInvoices>['query']

/** Columns that both registers share, after those of the document's number. */
const AMOUNTS = [
  'Buyer',
  'State',
  'State code',
  'Course',
  'HSN/SAC',
  'Rate %',
  'Taxable value',
  'CGST',
  'SGST',
  'IGST',
  'Total',
]

type Amounts = Pick<StoredReceipt, 'place_of_supply' | 'description' | 'taxable_value' | 'taxes' | 'total'>

const amountsOf = (buyer: { name: string }, sac: string, document: Amounts): CsvValue[] => [
  buyer.name,
  nameOf(document.place_of_supply),
  codeOf(document.place_of_supply),
  document.description,
  sac,
  taxRate(document),
  document.taxable_value,
  ...(['CGST', 'SGST', 'IGST'] as const).map((name) => taxOn(document, name)),
  document.total,
]

const INVOICES = ['Invoice', 'Date', ...AMOUNTS, 'Paid by', 'Reference', 'Payment', 'Transaction']

const invoiceRow = ({ id, purchase, buyer, receipt }: IssuedInvoice): CsvValue[] => [
  receipt.number,
  receipt.date,
  ...amountsOf(buyer, receipt.sac, receipt),
  receipt.payment_mode,
  receipt.acc_ref_id,
  id,
  purchase,
]

const CREDIT_NOTES = ['Credit note', 'Date', 'Invoice', 'Invoice date', ...AMOUNTS, 'Refund', 'Payment', 'Transaction']

const creditNoteRow = ({ id, payment, purchase, buyer, note, receipt }: IssuedCreditNote): CsvValue[] => [
  note.number,
  note.date,
  receipt.number,
  receipt.date,
  ...amountsOf(buyer, receipt.sac, note),
  id,
  payment,
  purchase,
]

interface Register<Document extends DocumentPlace> {
  name: string
  headings: string[]
  rowOf: (document: Document) => CsvValue[]
  read: (
    reader: Parameters<typeof readInvoices>[0],
    filter: DocumentFilter,
    after: DocumentPlace | undefined,
  ) => Promise<Document[]>
}

async function exportRegister<Document extends DocumentPlace>(
  ctx: StaffContext,
  query: Query,
  { name, headings, rowOf, read }: Register<Document>,
): Promise<ReplyOf<typeof contracts.exportInvoices>> {
  const { from, to, course, after } = query
  const filter: DocumentFilter = {
    from: from === undefined ? undefined : startOfDay(from),
    to: to === undefined ? undefined : startOfDay(to) + DAY,
    courseId: course,
  }
  const reader = { db: ctx.db, seller: await sellerNow(ctx) }
  const documents = await read(reader, filter, placeIn(after))
  const { isFirst } = await logExport(ctx, { action: `${name} exported`, subject: name, query })
  const last = documents.at(-1)
  return {
    csv: csvOf([...(isFirst ? [headings] : []), ...documents.map(rowOf)], { mark: isFirst }),
    next: documents.length === BATCH && last ? placeText(last) : null,
  }
}

export function exportInvoices(ctx: StaffContext, { query }: InputOf<typeof contracts.exportInvoices>) {
  const register = { name: 'invoice register', headings: INVOICES, rowOf: invoiceRow, read: readInvoices }
  return exportRegister(ctx, query, register)
}

export function exportCreditNotes(ctx: StaffContext, { query }: InputOf<typeof contracts.exportCreditNotes>) {
  const register = {
    name: 'credit-note register',
    headings: CREDIT_NOTES,
    rowOf: creditNoteRow,
    read: readCreditNotes,
  }
  return exportRegister(ctx, query, register)
}

/** @throws notFound when the refund has no credit note */
export async function getCreditNote(
  ctx: StaffContext,
  { params: { id } }: InputOf<typeof contracts.getCreditNote>,
): Promise<ReplyOf<typeof contracts.getCreditNote>> {
  const issued = await readCreditNoteOf({ db: ctx.db, seller: await sellerNow(ctx) }, id)
  if (!issued) throw notFound('There is no such credit note')
  const document = creditNoteDocument(issued.note, issued.receipt, issued.buyer)
  const account = await ctx.db
    .selectFrom('users')
    .where('id', '=', issued.learner)
    .select(['id as user_id', 'name', 'country_code', 'phone', 'deleted_at'])
    .executeTakeFirstOrThrow()
  return { credit_note: document, payment: issued.payment, learner: payerOf(account) }
}
