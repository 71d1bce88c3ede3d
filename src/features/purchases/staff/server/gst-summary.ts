import type { Services } from '#core/context.ts'
import { invalid } from '#lib/both/calls/errors.ts'
import { paiseOf } from '#lib/both/money.ts'
import { indianTime } from '#lib/both/time/clock.ts'
import { taxOn, taxRate, type StoredReceipt } from '../../receipts/receipt.rules.ts'
import { codeOf } from '#lib/both/gst-states.ts'
import { sellerNow } from '../../receipts/server/receipts.ts'
import { eachDocument, readCreditNotes, readInvoices } from '../../receipts/server/read-documents.ts'

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
  const reader = { db: services.db, seller: await sellerNow(services) }
  const rows = new Map<string, GstRow>()
  for await (const { receipt } of eachDocument((after) => readInvoices(reader, between, after)))
    add(rows, 'receipts', receipt)
  for await (const { note } of eachDocument((after) => readCreditNotes(reader, between, after)))
    add(rows, 'credit notes', note)
  const sorted = [...rows.values()].sort(
    (a, b) => b.kind.localeCompare(a.kind) || codeOf(a.place).localeCompare(codeOf(b.place)) || a.percent - b.percent,
  )
  const sumOf = (kind: GstRow['kind']) => sum(sorted.filter((row) => row.kind === kind))
  const [receipts, creditNotes] = [sumOf('receipts'), sumOf('credit notes')]
  const negative = Object.fromEntries(Object.entries(creditNotes).map(([name, paise]) => [name, -paise])) as never
  const net = { ...sum([receipts, negative]), number: receipts.number + creditNotes.number }
  return { month, rows: sorted, receipts, creditNotes, net }
}

/** The instants between which an Indian month lies. @throws invalid month */
function boundsOf(month: string): { from: number; to: number } {
  const [, year, number] = /^(20\d\d)-(0[1-9]|1[0-2])$/.exec(month) ?? []
  if (year === undefined) throw invalid({ month: 'A month is written as 2026-11' })
  return { from: indianTime(Number(year), Number(number), 1), to: indianTime(Number(year), Number(number) + 1, 1) }
}

const nothing: GstSums = { number: 0, taxable: 0, cgst: 0, sgst: 0, igst: 0, total: 0 }

function add(rows: Map<string, GstRow>, kind: GstRow['kind'], document: Document): void {
  const percent = taxRate(document)
  const place = document.place_of_supply
  // A state is the same under another spelling.
  const key = `${kind} ${percent} ${codeOf(place)}`
  const own = {
    number: 1,
    taxable: paiseOf(document.taxable_value),
    cgst: paiseOf(taxOn(document, 'CGST')),
    sgst: paiseOf(taxOn(document, 'SGST')),
    igst: paiseOf(taxOn(document, 'IGST')),
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
