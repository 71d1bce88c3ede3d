import { setImmediate } from 'node:timers/promises'
import type { Services } from '#core/context.ts'
import { invalid } from '#lib/both/calls/errors.ts'
import { paiseOf } from '#lib/both/money.ts'
import { indianTime } from '#lib/both/time/clock.ts'
import type { StoredReceipt } from '../../receipts/receipt.rules.ts'
import { codeOf } from '#lib/both/gst-states.ts'
import { readCreditNote } from '../../receipts/server/credit-notes.ts'
import { receiptAsOpened, readReceipt, sellerNow } from '../../receipts/server/receipts.ts'

/** Amounts in paise. */
export interface GstSums {
  /** How many receipts or credit notes. */
  number: number
  taxable: number
  cgst: number
  sgst: number
  igst: number
  total: number
}

interface GstRow extends GstSums {
  kind: 'receipts' | 'credit notes'
  /** Of all taxes together. */
  percent: number
  /** '32 Kerala' */
  place: string
}

export interface GstSummary {
  /** '2026-11' */
  month: string
  /** Receipts, then credit notes, each by place and rate. */
  rows: GstRow[]
  receipts: GstSums
  creditNotes: GstSums
  /** What is left of the receipts without the credit notes; `number` counts both. */
  net: GstSums
}

type Document = Pick<StoredReceipt, 'place_of_supply' | 'taxable_value' | 'taxes' | 'total'>

/** Rows that are read at a time. */
const BATCH = 500

/**
 * What the receipts and credit notes of an Indian month say of GST, by rate and place of supply. Play money is left out. A
 * receipt from before receipts were stored that nobody has opened counts as what it would say now.
 * @throws invalid month
 */
export async function gstSummary(
  services: Pick<Services, 'db' | 'config' | 'site'>,
  { month }: { month: string },
): Promise<GstSummary> {
  const between = boundsOf(month)
  const rows = new Map<string, GstRow>()
  for await (const receipt of receiptsOf(services, between)) add(rows, 'receipts', receipt)
  for (const note of await creditNotesOf(services, between)) add(rows, 'credit notes', note)
  const sorted = [...rows.values()].sort(
    (a, b) => b.kind.localeCompare(a.kind) || codeOf(a.place).localeCompare(codeOf(b.place)) || a.percent - b.percent,
  )
  const sumOf = (kind: GstRow['kind']) => sum(sorted.filter((row) => row.kind === kind))
  const [receipts, creditNotes] = [sumOf('receipts'), sumOf('credit notes')]
  const negative = Object.fromEntries(Object.entries(creditNotes).map(([name, paise]) => [name, -paise])) as never
  const net = { ...sum([receipts, negative]), number: receipts.number + creditNotes.number }
  return { month, rows: sorted, receipts, creditNotes, net }
}

type Bounds = [from: number, to: number]

/** The instants between which an Indian month lies. */
function boundsOf(month: string): Bounds {
  const [, year, number] = /^(20\d\d)-(0[1-9]|1[0-2])$/.exec(month) ?? []
  if (year === undefined) throw invalid({ month: 'A month is written as 2026-11' })
  return [indianTime(Number(year), Number(number), 1), indianTime(Number(year), Number(number) + 1, 1)]
}

async function* receiptsOf(services: Parameters<typeof gstSummary>[0], [from, to]: Bounds): AsyncGenerator<Document> {
  const seller = await sellerNow(services)
  let after = { at: from, id: 0 }
  for (;;) {
    const rows = await services.db
      .selectFrom('payments')
      .select(['id', 'captured_at', 'receipt'])
      .where('invoice_number', 'is not', null)
      .where('provider', '!=', 'sandbox')
      .where('captured_at', '>=', after.at)
      .where('captured_at', '<', to)
      .where(({ eb, or }) => or([eb('captured_at', '>', after.at), eb('id', '>', after.id)]))
      .orderBy('captured_at')
      .orderBy('id')
      .limit(BATCH)
      .execute()
    for (const { id, receipt } of rows) {
      const said = readReceipt(receipt) ?? (await receiptAsOpened(services.db, seller, id))
      if (said) yield said
    }
    const last = rows.at(-1)
    if (rows.length < BATCH || !last) return
    // Lets other requests run: SQLite reads on this thread.
    await setImmediate()
    after = { at: last.captured_at, id: last.id }
  }
}

async function creditNotesOf({ db }: Pick<Services, 'db'>, [from, to]: Bounds): Promise<Document[]> {
  const rows = await db
    .selectFrom('payment_refunds')
    .innerJoin('payments', 'payments.id', 'payment_refunds.payment_id')
    .select(({ ref }) => ref('payment_refunds.credit_note').$notNull().as('note'))
    .where('payments.provider', '!=', 'sandbox')
    .where('payment_refunds.ended_at', '>=', from)
    .where('payment_refunds.ended_at', '<', to)
    .where('payment_refunds.credit_note', 'is not', null)
    .execute()
  return rows.map(({ note }) => readCreditNote(note))
}

const nothing: GstSums = { number: 0, taxable: 0, cgst: 0, sgst: 0, igst: 0, total: 0 }

function add(rows: Map<string, GstRow>, kind: GstRow['kind'], document: Document): void {
  const percent = document.taxes.reduce((all, tax) => all + tax.percent, 0)
  const place = document.place_of_supply
  // A state is the same under another spelling.
  const key = `${kind} ${percent} ${codeOf(place)}`
  const tax = (name: string) => paiseOf(document.taxes.find((each) => each.name === name)?.amount ?? 0)
  const own = {
    number: 1,
    taxable: paiseOf(document.taxable_value),
    cgst: tax('CGST'),
    sgst: tax('SGST'),
    igst: tax('IGST'),
    total: paiseOf(document.total),
  }
  const before = rows.get(key)
  rows.set(key, { kind, percent, place: before?.place ?? place, ...sum([before ?? nothing, own]) })
}

function sum(all: GstSums[]): GstSums {
  const of = (name: keyof GstSums) => all.reduce((so, each) => so + each[name], 0)
  return {
    number: of('number'),
    taxable: of('taxable'),
    cgst: of('cgst'),
    sgst: of('sgst'),
    igst: of('igst'),
    total: of('total'),
  }
}
