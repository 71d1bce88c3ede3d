/** What holds of the price of every course, whether a pack says it or a form of the console. */

/** The highest price before tax, in rupees. */
export const MOST_RUPEES = 10_000_000

/** The highest rate of GST, in percent. */
export const MOST_GST = 100

/** True of an offer that asks less than the price, in the same unit. */
export function isOffer(offer: number, price: number): boolean {
  return offer < price
}
