import { formatInr, paiseOf } from '#lib/both/money.ts'

/** Rupees of a call as `₹1,23,456.00`. */
export const inr = (rupees: number): string => formatInr(paiseOf(rupees))
