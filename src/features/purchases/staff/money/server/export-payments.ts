import type { StaffContext } from '#core/context.ts'
import { logExport } from '#core/staff/staff-log.ts'
import type { InputOf, ReplyOf } from '#lib/both/calls/endpoint.ts'
import { placeIn, placeText } from '#lib/both/calls/staff-fields.ts'
import { rupees } from '#lib/both/money.ts'
import { displayTime } from '#lib/both/time/clock.ts'
import { csvOf } from '#lib/server/text/csv.ts'
import { saleMethods } from '../../../receipts/receipt.rules.ts'
import { shownState } from '#lib/both/gst-states.ts'
import { listPayments } from '../../server/list-payments.ts'
import type { exportPayments as contract, ListedPayment } from '../money.contract.ts'
import { paymentStates } from '../money.rules.ts'
import { filterOf, paymentOf } from './list-calls.ts'

/** Payments in one part of a file. */
const CSV_PART = 1000

/** Payments as a part of a CSV file, in rupees, the newest first. */
export async function exportPayments(
  { db, work }: StaffContext,
  { query }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const { status, method, after: place } = query
  const after = placeIn(place)
  const page = await listPayments(db, { ...filterOf(query), status, method }, { after, most: CSV_PART })
  const { isFirst } = await logExport({ db, work }, { action: 'payments exported', subject: 'payments', query })
  const rows = page.rows.map((row) => rowOf(paymentOf(row)))
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
  'Went back',
  'On its way back',
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

function rowOf(payment: ListedPayment) {
  const { method, place_of_supply, learner } = payment
  return [
    payment.id,
    displayTime(payment.at),
    paymentStates[payment.status],
    ...[payment.amount_paise, payment.back_paise, payment.coming_back_paise].map(rupees),
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
