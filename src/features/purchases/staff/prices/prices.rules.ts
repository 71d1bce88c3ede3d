import { halfGstOf, paiseOf } from '#lib/both/money.ts'
import { agreedPrice, type Agreed } from '../../purchases.rules.ts'

/** What lists of prices can be in the order of. */
export const priceSorts = ['title', 'price', 'total', 'gst', 'validity', 'popularity'] as const
export type PriceSort = (typeof priceSorts)[number]

export const priceStates = ['sold', 'withdrawn', 'all'] as const

/** What a learner pays: what is asked, each of its two taxes, and all of it, in paise. */
interface Charged extends Agreed {
  cgst_paise: number
  sgst_paise: number
}

/** What a learner pays by what stands in the fields of a form, in rupees; undefined as long as they say no price. */
export function chargedByFields({ price, offer, gst }: Record<'price' | 'offer' | 'gst', string>): Charged | undefined {
  const [price_paise, offer_paise] = [paiseIn(price), paiseIn(offer)]
  if (price_paise === undefined || (offer.trim() !== '' && offer_paise === undefined)) return undefined
  if (!/^\d{1,3}$/.test(gst.trim())) return undefined
  const agreed = agreedPrice({ price_paise, offer_price_paise: offer_paise ?? null, gst_percent: Number(gst) })
  const half = halfGstOf(agreed.offer_paise, agreed.gst_percent)
  return { ...agreed, cgst_paise: half, sgst_paise: half }
}

function paiseIn(rupees: string): number | undefined {
  return /^\d{1,9}(\.\d{1,2})?$/.test(rupees.trim()) ? paiseOf(Number(rupees)) : undefined
}
