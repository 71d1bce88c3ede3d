import { setImmediate } from 'node:timers/promises'
import * as z from 'zod/mini'
import type { Services } from '#core/context.ts'
import { readStored } from '#lib/server/stored.ts'
import type { CreditNote } from '../credit-note.rules.ts'
import type { Seller, StoredReceipt } from '../receipt.rules.ts'
import { readCreditNote } from './credit-notes.ts'
import { readReceipt, receiptAsOpened } from './receipts.ts'

/** Invoices and credit notes as they were issued, the oldest first, without those of test payments. */

/** Rows that are read at a time. */
export const BATCH = 500

/** Instants in milliseconds; `to` is excluded. */
export interface DocumentFilter {
  from?: number | undefined
  to?: number | undefined
  courseId?: number | undefined
}

/** Place of the last document that was read. */
export interface DocumentPlace {
  at: number
  id: number
}

type Buyer = NonNullable<StoredReceipt['buyer']>

export interface IssuedInvoice {
  /** Id of the payment. */
  id: number
  at: number
  purchase: number
  receipt: StoredReceipt
  buyer: Buyer
}

export interface IssuedCreditNote {
  /** Id of the refund. */
  id: number
  at: number
  purchase: number
  payment: number
  note: CreditNote
  receipt: StoredReceipt
  buyer: Buyer
}

/** The buyer of an account that has ended, kept as long as the tax office may ask. */
const keptBuyer = z.object({ name: z.string(), city: z.nullable(z.string()), phone: z.string() })
const unknownBuyer = { name: 'Account ended', city: null, phone: '' }

/** The buyer on a receipt; of an account that has ended, what is still kept. */
export function buyerOf(
  receipt: StoredReceipt,
  { buyer, deleted_at }: { buyer: string | null; deleted_at: number | null },
): Buyer {
  if (deleted_at === null && receipt.buyer) return receipt.buyer
  return { ...(buyer === null ? unknownBuyer : readStored(keptBuyer, buyer, 'A buyer')), email: null }
}

/** A receipt as stored; one from before receipts were stored that nobody has opened reads as it would be issued now. */
export async function readOrMakeReceipt(
  db: Services['db'],
  seller: Seller,
  { payment, receipt }: { payment: number; receipt: string | null },
): Promise<StoredReceipt> {
  const read = readReceipt(receipt) ?? (await receiptAsOpened(db, seller, payment))
  if (!read) throw new Error(`Payment ${payment} has a receipt number and no receipt`)
  return read
}

/** Reads a part of the invoices, at most `BATCH`. */
export async function readInvoices(
  { db, seller }: Reader,
  { from, to, courseId }: DocumentFilter,
  after?: DocumentPlace,
): Promise<IssuedInvoice[]> {
  const rows = await db
    .selectFrom('payments')
    .innerJoin('purchases', 'purchases.id', 'payments.purchase_id')
    .innerJoin('users', 'users.id', 'purchases.user_id')
    .where('payments.invoice_number', 'is not', null)
    .where('payments.provider', '!=', 'sandbox')
    .$if(from !== undefined, (query) => query.where('payments.captured_at', '>=', from!))
    .$if(to !== undefined, (query) => query.where('payments.captured_at', '<', to!))
    .$if(courseId !== undefined, (query) => query.where('purchases.course_id', '=', courseId!))
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('payments.captured_at', 'payments.id'), '>', tuple(after!.at, after!.id)),
      ),
    )
    .select([
      'payments.id',
      'payments.captured_at as at',
      'payments.purchase_id as purchase',
      'payments.receipt',
      'purchases.buyer',
      'users.deleted_at',
    ])
    .orderBy('payments.captured_at')
    .orderBy('payments.id')
    .limit(BATCH)
    .execute()
  const issued: IssuedInvoice[] = []
  for (const { id, at, purchase, receipt: stored, ...row } of rows) {
    const receipt = await readOrMakeReceipt(db, seller, { payment: id, receipt: stored })
    issued.push({ id, at, purchase, receipt, buyer: buyerOf(receipt, row) })
  }
  return issued
}

/** Reads a part of the credit notes, at most `BATCH`, by the day of the note. */
export async function readCreditNotes(
  { db, seller }: Reader,
  { from, to, courseId }: DocumentFilter,
  after?: DocumentPlace,
): Promise<IssuedCreditNote[]> {
  const rows = await selectCreditNotes(db)
    .where('payments.provider', '!=', 'sandbox')
    .$if(from !== undefined, (query) => query.where('payment_refunds.ended_at', '>=', from!))
    .$if(to !== undefined, (query) => query.where('payment_refunds.ended_at', '<', to!))
    .$if(courseId !== undefined, (query) => query.where('purchases.course_id', '=', courseId!))
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('payment_refunds.ended_at', 'payment_refunds.id'), '>', tuple(after!.at, after!.id)),
      ),
    )
    .orderBy('payment_refunds.ended_at')
    .orderBy('payment_refunds.id')
    .limit(BATCH)
    .execute()
  const issued: IssuedCreditNote[] = []
  for (const row of rows) issued.push(await issuedNote({ db, seller }, row))
  return issued
}

/** Reads the credit note of a refund, also of a test payment; undefined where there is none. */
export async function readCreditNoteOf(
  { db, seller }: Reader,
  refund: number,
): Promise<(IssuedCreditNote & { learner: number }) | undefined> {
  const row = await selectCreditNotes(db).where('payment_refunds.id', '=', refund).executeTakeFirst()
  return row && { ...(await issuedNote({ db, seller }, row)), learner: row.learner }
}

interface Reader {
  db: Services['db']
  seller: Seller
}

function selectCreditNotes(db: Services['db']) {
  return db
    .selectFrom('payment_refunds')
    .innerJoin('payments', 'payments.id', 'payment_refunds.payment_id')
    .innerJoin('purchases', 'purchases.id', 'payments.purchase_id')
    .innerJoin('users', 'users.id', 'purchases.user_id')
    .where('payment_refunds.credit_note', 'is not', null)
    .select(({ ref }) => [
      'payment_refunds.id',
      ref('payment_refunds.ended_at').$notNull().as('at'),
      ref('payment_refunds.credit_note').$notNull().as('note'),
      'payments.id as payment',
      'payments.purchase_id as purchase',
      'payments.receipt',
      'purchases.buyer',
      'users.id as learner',
      'users.deleted_at',
    ])
}

type NoteRow = Awaited<ReturnType<ReturnType<typeof selectCreditNotes>['executeTakeFirstOrThrow']>>

async function issuedNote({ db, seller }: Reader, row: NoteRow): Promise<IssuedCreditNote> {
  const { id, at, purchase, payment } = row
  const receipt = await readOrMakeReceipt(db, seller, row)
  return { id, at, purchase, payment, note: readCreditNote(row.note), receipt, buyer: buyerOf(receipt, row) }
}

/** Reads all documents, a part at a time. */
export async function* eachDocument<Document extends DocumentPlace>(
  read: (after?: DocumentPlace) => Promise<Document[]>,
): AsyncGenerator<Document> {
  let after: DocumentPlace | undefined
  for (;;) {
    const documents = await read(after)
    yield* documents
    after = documents.at(-1)
    if (documents.length < BATCH || !after) return
    // Lets other requests run: SQLite reads on this thread.
    await setImmediate()
  }
}
