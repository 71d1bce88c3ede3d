import { paiseOf, rupees } from '#lib/both/money.ts'
import { indianDate } from '#lib/both/time/clock.ts'
import { amountInWords } from './amount-in-words.rules.ts'
import type { CreditNoteDocument } from './credit-note.contract.ts'
import { invoiceOf, type StoredReceipt } from './receipt.rules.ts'

/**
 * What a credit note says of money that went back after a receipt (CGST Act, section 34): the receipt that it takes from,
 * and how much of its value and of each tax. Amounts are rupees as on receipts. It names no buyer: the receipt does.
 */
export interface CreditNote extends Pick<StoredReceipt, 'place_of_supply' | 'description' | 'taxable_value' | 'taxes'> {
  number: string
  date: string
  /** The number of the receipt. */
  receipt: string
  total: number
}

interface Back {
  number: string
  at: number
  amountPaise: number
  /** What had gone back of the same receipt before. */
  beforePaise: number
}

/** The credit note of a refund, in the shares of its receipt: those of all refunds of a receipt add up to it to the paisa. */
export function creditNoteOf(receipt: StoredReceipt, { number, at, amountPaise, beforePaise }: Back): CreditNote {
  const whole = paiseOf(receipt.total)
  const share = (paise: number) =>
    Math.round((paise * (beforePaise + amountPaise)) / whole) - Math.round((paise * beforePaise) / whole)
  const taxes = receipt.taxes.map((tax) => ({ ...tax, paise: share(paiseOf(tax.amount)) }))
  return {
    number,
    date: indianDate(at),
    receipt: receipt.number,
    place_of_supply: receipt.place_of_supply,
    description: receipt.description,
    taxable_value: rupees(amountPaise - taxes.reduce((sum, { paise }) => sum + paise, 0)),
    taxes: taxes.map(({ name, percent, paise }) => ({ name, percent, amount: rupees(paise) })),
    total: rupees(amountPaise),
  }
}

/**
 * 'CN/26-27/000001': credit notes have a series of their own, and at most 16 characters (CGST Rules, rule 53(1A)).
 * @param year '2026-27'
 */
export function creditNoteNumber(year: string, serial: number, playMoney: boolean): string {
  return `${playMoney ? 'SB/' : ''}CN/${year.slice(2)}/${String(serial).padStart(6, '0')}`
}

/**
 * A credit note as it is printed: its amounts, with seller, buyer and SAC of its invoice (CGST Rules, rule 53(1A)).
 * @param buyer of the invoice, or what is kept of an account that has ended
 */
export function creditNoteDocument(
  note: CreditNote,
  receipt: StoredReceipt,
  buyer: NonNullable<StoredReceipt['buyer']>,
): CreditNoteDocument {
  const invoice = invoiceOf({ ...receipt, buyer })
  const { number, date, place_of_supply, description, taxable_value, taxes, total } = note
  return {
    ...{ number, date, place_of_supply, description, taxable_value, taxes, total },
    seller: invoice.seller,
    buyer: invoice.buyer,
    sac: receipt.sac,
    total_in_words: amountInWords(paiseOf(total)),
    invoice: { number: receipt.number, date: receipt.date },
  }
}
