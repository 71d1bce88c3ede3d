import { indianDate } from '#lib/both/time/clock.ts'
import { rupees } from '#lib/both/money.ts'
import { amountInWords } from './amount-in-words.rules.ts'
import type { Invoice } from './invoice.contract.ts'
import { taxSplit } from '../purchases.rules.ts'
import { codeOf } from '#lib/both/gst-states.ts'
import { placeOfSupply } from './place-of-supply.rules.ts'

/** Service accounting code of commercial training and coaching. */
const SAC = '999293'

const paymentModes: Record<string, string> = {
  desk: 'Paid at the office',
  sandbox: 'Sandbox: no money moved',
  free: 'Free',
}

/** How a sale that was made elsewhere was paid, and what its receipt says of it. */
export const saleMethods = {
  cash: 'Cash',
  upi: 'UPI',
  card: 'Card',
  bank: 'Bank transfer',
  cheque: 'Cheque or demand draft',
} as const

export type SaleMethod = keyof typeof saleMethods

/** Who sells. */
export interface Seller {
  party: Invoice['seller']
  /** The seller's state and its GST code. */
  state: string
}

interface SellerSettings {
  SELLER_NAME?: string | undefined
  SITE_NAME?: string | undefined
  /** Lines with | between them. */
  SELLER_ADDRESS?: string | undefined
  SELLER_GSTIN?: string | undefined
  SELLER_STATE: string
}

/** The seller as the settings have it, and as the content names itself where they do not. */
export function sellerOf(settings: SellerSettings, site: { name: string; phone: string }): Seller {
  return {
    party: {
      name: settings.SELLER_NAME ?? settings.SITE_NAME ?? site.name,
      lines: [...(settings.SELLER_ADDRESS ?? '').split('|').map((line) => line.trim()), site.phone].filter(Boolean),
      gstin: settings.SELLER_GSTIN ?? null,
    },
    state: settings.SELLER_STATE,
  }
}

/** What of a sale stands on its receipt. */
export interface Sale {
  invoice_number: string
  captured_at: number
  amount_paise: number
  provider: string
  provider_payment_id: string
  method?: SaleMethod | null
  gst_percent: number
  /** GST code of the state that the buyer named. */
  buyer_state: string | null
  title: string
  name: string | null
  email: string | null
  phone: string
  country_code: string
  city: string | null
}

/**
 * A receipt as it is stored with its payment, for good: what is added to a receipt later is missing in those of before.
 * The buyer stands in parts, of which the end of an account keeps some elsewhere, and then is none.
 */
export interface StoredReceipt extends Omit<Invoice, 'buyer' | 'refunds'> {
  buyer: { name: string; city: string | null; phone: string; email: string | null } | null
}

/**
 * The GST tax invoice of a payment. Within the seller's state the tax is CGST and SGST; a supply to another state, or out of
 * India, is one between states (IGST Act, section 7(3) and (5)(a)), and the same amount is IGST.
 */
export function receiptOf(sale: Sale, seller: Seller): StoredReceipt {
  const { taxable, cgst, sgst } = taxSplit(sale.amount_paise, sale.gst_percent)
  const half = sale.gst_percent / 2
  const place = placeOfSupply(sale.buyer_state, seller.state)
  return {
    number: sale.invoice_number,
    date: indianDate(sale.captured_at),
    seller: seller.party,
    buyer: {
      name: sale.name ?? '',
      city: sale.city,
      phone: `+${sale.country_code} ${sale.phone}`,
      email: sale.email,
    },
    place_of_supply: place,
    description: sale.title,
    sac: SAC,
    taxable_value: rupees(taxable),
    taxes:
      codeOf(place) === codeOf(seller.state)
        ? [
            { name: 'CGST', percent: half, amount: rupees(cgst) },
            { name: 'SGST', percent: half, amount: rupees(sgst) },
          ]
        : [{ name: 'IGST', percent: sale.gst_percent, amount: rupees(cgst + sgst) }],
    total: rupees(sale.amount_paise),
    total_in_words: amountInWords(sale.amount_paise),
    acc_ref_id: sale.provider_payment_id,
    payment_mode: sale.method ? saleMethods[sale.method] : (paymentModes[sale.provider] ?? 'Online payment'),
  }
}

/** A stored receipt as its payer reads it; undefined once the payer's account has ended. */
export function invoiceOf(receipt: StoredReceipt & { buyer: object }): Omit<Invoice, 'refunds'>
export function invoiceOf(receipt: StoredReceipt): Omit<Invoice, 'refunds'> | undefined
export function invoiceOf({ buyer, ...receipt }: StoredReceipt): Omit<Invoice, 'refunds'> | undefined {
  if (!buyer) return undefined
  const lines = [buyer.city, buyer.phone, buyer.email].filter((line) => line !== null)
  return { ...receipt, buyer: { name: buyer.name, lines, gstin: null } }
}

type Taxed = Pick<Invoice, 'taxes'>

/** Amount of a tax on an invoice or a credit note, in rupees; 0 without this tax. */
export function taxOn({ taxes }: Taxed, name: Invoice['taxes'][number]['name']): number {
  return taxes.find((tax) => tax.name === name)?.amount ?? 0
}

/** Percent of all taxes on an invoice or a credit note. */
export function taxRate({ taxes }: Taxed): number {
  return taxes.reduce((sum, { percent }) => sum + percent, 0)
}
