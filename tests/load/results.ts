/** One line of the bench, as `npm run bench -- --json` prints it. */
export interface Result {
  name: string
  value: number
  unit: string
  /** What it is compared with, in the same unit; null where a limit is enough. */
  baseline: number | null
  ratio: number | null
  /** The budget in words; null where the figure is for information. */
  wanted: string | null
  ok: boolean
}

interface Budget {
  atLeast?: number
  atMost?: number
}

/** A figure against an absolute budget. */
export function figure(name: string, value: number, unit: string, budget: Budget = {}): Result {
  return { name, value: round(value), unit, baseline: null, ratio: null, ...judge(value, budget, unit) }
}

/** A figure against a baseline of the same run; the budget is about the ratio. */
export function compared(name: string, value: number, baseline: number, unit: string, budget: Budget = {}): Result {
  const ratio = value / baseline
  return {
    name,
    value: round(value),
    unit,
    baseline: round(baseline),
    ratio: round(ratio),
    ...judge(ratio, budget, 'of the baseline'),
  }
}

function judge(value: number, { atLeast, atMost }: Budget, unit: string): Pick<Result, 'wanted' | 'ok'> {
  if (atLeast !== undefined) return { wanted: `>= ${atLeast} ${unit}`, ok: value >= atLeast }
  if (atMost !== undefined) return { wanted: `<= ${atMost} ${unit}`, ok: value <= atMost }
  return { wanted: null, ok: true }
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

function round(value: number): number {
  return value >= 100 ? Math.round(value) : Math.round(value * 100) / 100
}

/** Prints a table for people. */
export function print(results: Result[]): void {
  for (const { name, value, unit, baseline, ratio, wanted, ok } of results) {
    const against = baseline === null ? '' : `  baseline ${baseline}  ratio ${ratio}`
    console.log(`${ok ? ' ok ' : 'MISS'}  ${name}: ${value} ${unit}${against}${wanted ? `  (wanted ${wanted})` : ''}`)
  }
}
