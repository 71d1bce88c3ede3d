/** What holds of the price of every course, whether a pack says it or a form of the console. */

/** The highest price before tax, in rupees. */
export const MOST_RUPEES = 10_000_000

/** The lowest price that is charged, in paise: payment providers refuse less. */
export const MIN_CHARGE_PAISE = 100

/** Whether a course can have this price, in paise: it is free, or providers charge it. */
export function isSellable(paise: number): boolean {
  return paise === 0 || paise >= MIN_CHARGE_PAISE
}

/** The highest rate of GST, in percent. */
export const MOST_GST = 100

/** True of an offer that asks less than the price, in the same unit. */
export function isOffer(offer: number, price: number): boolean {
  return offer < price
}
