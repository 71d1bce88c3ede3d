/** Money is whole paise everywhere inside; these turn it into what people read and back. */

/**
 * Each of the two equal halves, CGST and SGST, of the GST of `paise` at `percent`: rounded half up to a paisa by itself, as
 * tax law rounds each tax (docs/decisions/0050-equal-taxes.md).
 */
export function halfGstOf(paise: number, percent: number): number {
  return Math.floor((paise * percent + 100) / 200)
}

/** GST of `paise` at `percent`, in whole paise: its two halves together. */
export function gstOf(paise: number, percent: number): number {
  return 2 * halfGstOf(paise, percent)
}

/** Rupees with two decimals, as the calls carry them: 499900 gives 4999. */
export function rupees(paise: number): number {
  return paise / 100
}

const indian = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' })

/** `₹1,23,456.00`: always with paise, so that amounts side by side have the same form. */
export function formatInr(paise: number): string {
  return indian.format(paise / 100)
}

/** Whole paise of an amount in rupees, as the calls carry it: 4718.82 gives 471882. */
export function paiseOf(rupees: number): number {
  return Math.round(rupees * 100)
}
