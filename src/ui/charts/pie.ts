/** A part of a pie: where it begins and ends, in fractions of the whole. */
export interface Slice {
  from: number
  to: number
}

/** Shares a circle out among values; a sum of zero gives slices of nothing. Negative values count as zero. */
export function slices(values: readonly number[]): Slice[] {
  const kept = values.map((value) => Math.max(0, value))
  const sum = kept.reduce((total, value) => total + value, 0)
  let from = 0
  return kept.map((value) => {
    const part = sum > 0 ? value / sum : 0
    const slice = { from, to: from + part }
    from += part
    return slice
  })
}
