import { DAY, indianTime, MINUTE, startOfIndianDay } from '#lib/both/time/clock.ts'
import { financialYearFrom } from '#lib/both/time/days.ts'
import { gstOf, halfGstOf, paiseOf } from '#lib/both/money.ts'

/** The price of a purchase, in paise. Document 1, section 9. */
export interface Agreed {
  /** Before GST: the list price and what is asked. */
  price_paise: number
  offer_paise: number
  gst_percent: number
  /** With GST: what is charged. */
  total_paise: number
}

/** What a course costs now. */
export function agreedPrice(course: {
  price_paise: number
  offer_price_paise: number | null
  gst_percent: number
}): Agreed {
  const offer_paise = course.offer_price_paise ?? course.price_paise
  const { price_paise, gst_percent } = course
  return { price_paise, offer_paise, gst_percent, total_paise: offer_paise + gstOf(offer_paise, gst_percent) }
}

/** Why captured money cannot be honoured. */
export const refundReasons = [
  'amount_differs',
  'order_already_paid',
  'already_purchased',
  'already_renewed',
  'account_ended',
  'price_changed',
  'renewal_changed',
] as const
export type RefundReason = (typeof refundReasons)[number]

/** How much of a purchase is refunded. Amounts are rupees, as calls carry them. */
export function refundedPart(
  paidAmount: number,
  refunds: readonly { amount: number; state: 'due' | 'refunded' }[],
): 'none' | 'part' | 'all' {
  const back = refunds.filter(({ state }) => state === 'refunded').reduce((sum, { amount }) => sum + paiseOf(amount), 0)
  if (back === 0) return 'none'
  return back >= paiseOf(paidAmount) ? 'all' : 'part'
}

/** How much of a purchase is paid. */
export const paymentStatusWords = {
  closedpymnt: 'Closed',
  partialpymnt: 'Partially Paid',
  pending: 'Not paid',
} as const

/** Fields of a desk sale that a member has to confirm when they are unusual. */
export const saleQuestions = ['amount_paise', 'course_id', 'reference'] as const
export type SaleQuestion = (typeof saleQuestions)[number]

/** For so long after a price has ended an order at it can still be paid: whoever is at the till then is not sent away. */
const PRICE_COUNTS_FOR = DAY

/**
 * Whether money that was paid for an order at an older price opens the course.
 * @param amount what was paid, in paise like `asked`, which is charged now
 * @param paidAt when it was paid
 * @param endedAt when the course last cost no more than `amount`
 */
export function coversPrice(amount: number, asked: number, paidAt: number, endedAt: number): boolean {
  // Whoever has paid more than is asked now has paid enough.
  return amount >= asked || paidAt <= endedAt + PRICE_COUNTS_FOR
}

/** Days that a course is opened for in one go, at most. */
export const MOST_DAYS = 3650

/** The last instant of the Indian day that is `days` after the day of `from`. */
export function validUntil(from: number, days: number): number {
  return startOfIndianDay(from) + (days + 1) * DAY - 1
}

/** The end of a renewed course: its validity counted from today or from the old end, whichever is later. */
export function extendedUntil(oldEnd: number, now: number, days: number): number {
  return validUntil(Math.max(oldEnd, now), days)
}

/** The financial year of an instant, from April to March: '2026-27'. */
export function financialYear(instant: number): string {
  const first = financialYearFrom(instant)
  return `${first}-${String((first + 1) % 100).padStart(2, '0')}`
}

/**
 * '26-27/000042': a GST invoice number has at most 16 characters. Play money is numbered on its own, so that trying the
 * shop leaves no gap in what the tax office sees.
 */
export function invoiceNumber(year: string, serial: number, playMoney: boolean): string {
  return `${playMoney ? 'SB/' : ''}${year.slice(2)}/${String(serial).padStart(6, '0')}`
}

/** Whether the number is of the series for play money. */
export function isPlayMoney(invoiceNumber: string): boolean {
  return invoiceNumber.startsWith('SB/')
}

/** When the provider is asked again about an order that is still open: soon at first, and ever more rarely. */
export function nextCheck(checks: number, now: number): number {
  return now + Math.min(6 * 60, 2 ** checks) * MINUTE
}

/**
 * An order older than this is not asked about any more; a late capture still counts when the provider tells of it, if the
 * price does.
 */
export const ASKED_FOR = 7 * DAY

/**
 * The tax within an amount that was paid: CGST and SGST, which are equal, and the taxable value. That is the price whose tax
 * gives the amount; where no price does, because each tax is rounded, it takes up the paisa that is left.
 */
export function taxSplit(total: number, percent: number): { taxable: number; cgst: number; sgst: number } {
  const withTax = (paise: number) => paise + gstOf(paise, percent)
  // Rounding can make a total larger than the exact one, by less than the tax of one more paisa.
  let taxable = Math.max(0, Math.floor((total * 100) / (100 + percent)) - 1)
  while (withTax(taxable) < total) taxable += 1
  const half = halfGstOf(withTax(taxable) - total > 1 ? taxable - 1 : taxable, percent)
  return { taxable: total - 2 * half, cgst: half, sgst: half }
}

/**
 * Until when an invoice must still name its buyer: 72 months after the annual return of the financial year is due, which is
 * on 31 December after it (CGST Act, sections 36 and 44).
 */
export function buyerKeptUntil(captured: number): number {
  return indianTime(financialYearFrom(captured) + 8, 1, 1)
}
