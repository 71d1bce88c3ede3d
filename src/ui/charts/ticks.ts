/**
 * The distance between two ticks of an axis: the smallest of `steps` with which `highest` is reached in `intervals`, or a
 * multiple of the largest one.
 * @param steps ascending
 */
export function tickStep(highest: number, intervals: number, steps: readonly number[]): number {
  const step = steps.find((one) => one * intervals >= highest)
  if (step !== undefined) return step
  const largest = steps.at(-1)!
  return Math.ceil(highest / intervals / largest) * largest
}

/** An axis from 0 to a tick at or above `highest`, with at most `intervals` between its ticks. */
export function axisTo(highest: number, intervals: number, steps: readonly number[]): number[] {
  const step = tickStep(highest, intervals, steps)
  return ticks(step, Math.max(1, Math.ceil(highest / step)))
}

/** Ticks from 0 on. */
export function ticks(step: number, intervals: number): number[] {
  return Array.from({ length: intervals + 1 }, (_, at) => at * step)
}
