import type { StaffContext } from '#core/context.ts'
import { logExport } from '#core/staff/staff-log.ts'
import type { InputOf, ReplyOf } from '#lib/both/calls/endpoint.ts'
import { searchKind } from '#lib/both/calls/search.ts'
import { placeIn, placeText } from '#lib/both/calls/staff-fields.ts'
import { rupees } from '#lib/both/money.ts'
import { displayTime } from '#lib/both/time/clock.ts'
import { csvOf, type CsvValue } from '#lib/server/text/csv.ts'
import { saleMethods, taxOn, taxRate, type StoredReceipt } from '../../../receipts/receipt.rules.ts'
import { sellerNow } from '../../../receipts/server/receipts.ts'
import { shownState } from '#lib/both/gst-states.ts'
import { listPayments } from '../../server/list-payments.ts'
import type { exportPayments as contract, ListedPayment } from '../money.contract.ts'
import { paymentStates } from '../money.rules.ts'
import { readOrMakeReceipt } from '../../../receipts/server/read-documents.ts'
import { paymentOf, readFilter } from './list-calls.ts'

/** Payments in one part of a file. */
const CSV_PART = 1000

/**
 * Payments as a part of a CSV file, in rupees, the newest first. Tax is that of the receipt, before refunds. Test payments have
 * neither tax nor a net amount, so that columns add up to the totals of the console.
 */
export async function exportPayments(
  ctx: StaffContext,
  { query }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const { status, method, after: place } = query
  const after = placeIn(place)
  const filter = { ...(await readFilter(ctx, query)), status, method }
  const page = await listPayments(ctx.db, filter, { after, most: CSV_PART })
  // The audit log keeps the kind of a search, never its words.
  const logged = query.words === undefined ? query : { ...query, words: searchKind(query.words) }
  const { isFirst } = await logExport(ctx, { action: 'payments exported', subject: 'payments', query: logged })
  const seller = await sellerNow(ctx)
  const rows: CsvValue[][] = []
  for (const row of page.rows) {
    const payment = { payment: row.id, receipt: row.receipt }
    const isTaxed = row.invoice_number !== null && row.provider !== 'sandbox'
    const receipt = isTaxed ? await readOrMakeReceipt(ctx.db, seller, payment) : undefined
    rows.push(rowOf(paymentOf(row), receipt))
  }
  return {
    csv: csvOf([...(isFirst ? [HEADINGS] : []), ...rows], { mark: isFirst }),
    next: page.next && placeText(page.next),
  }
}

const HEADINGS = [
  'Payment',
  'When',
  'State',
  'Amount',
  'Refunded',
  'Refund in progress',
  'Net',
  'HSN/SAC',
  'Rate %',
  'Taxable value',
  'CGST',
  'SGST',
  'IGST',
  'Taken by',
  'Paid by',
  'Reference',
  'Receipt',
  'Place of supply',
  'Transaction',
  'Course',
  'Learner',
  'Name',
  'Phone',
]

function rowOf(payment: ListedPayment, receipt: StoredReceipt | undefined): CsvValue[] {
  const { method, place_of_supply, learner, amount_paise, back_paise, coming_back_paise, left_paise } = payment
  const taxes = (['CGST', 'SGST', 'IGST'] as const).map((name) => (receipt ? taxOn(receipt, name) : null))
  return [
    payment.id,
    displayTime(payment.at),
    paymentStates[payment.status],
    ...[amount_paise, back_paise, coming_back_paise].map(rupees),
    payment.provider === 'sandbox' ? null : rupees(left_paise),
    receipt?.sac ?? null,
    receipt ? taxRate(receipt) : null,
    receipt?.taxable_value ?? null,
    ...taxes,
    payment.provider,
    method && saleMethods[method],
    payment.provider_payment_id,
    payment.receipt,
    place_of_supply && shownState(place_of_supply),
    payment.purchase,
    payment.course.title,
    learner.id,
    learner.name,
    learner.phone,
  ]
}
