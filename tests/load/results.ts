/** A figure of the bench, as `npm run bench -- --json` prints it. */
export interface Result {
  name: string
  unit: string
  /** Of what is built from this folder. */
  value: number
  /** Of the release before, measured in turn with it; null where there is none or it was not asked. */
  old: number | null
  /** Of a bare server that does the same and nothing else, measured in turn with both. */
  bare: number | null
  /** The budget in words; null where the figure is for information. */
  wanted: string | null
  ok: boolean
  /** What to know beside it: constants of another day, for example, on which nothing hangs. */
  note?: string
  /** Where it stands in a table of many things measured alike. */
  cell?: { row: string; column: string }
}

/** What was measured in turn. */
export interface Columns {
  new: number
  old?: number | undefined
  bare?: number | undefined
}

export interface Budget {
  atLeast?: number
  atMost?: number
  /** The budget is about the ratio to that column, not about the value. */
  of?: 'bare' | 'old'
}

/** A figure against its budget. One of a column that was not measured is for information. */
export function figure(
  name: string,
  measured: number | Columns,
  unit: string,
  budget: Budget = {},
  note?: string,
): Result {
  const columns = typeof measured === 'number' ? { new: measured } : measured
  const result = { name, unit, value: round(columns.new), old: orNull(columns.old), bare: orNull(columns.bare) }
  return { ...result, ...judge(columns, budget, unit), ...(note !== undefined && { note }) }
}

/** A figure among many measured alike, printed in the row of what it is of. */
export function cell(row: string, column: string, value: number, budget: Budget = {}): Result {
  return { ...figure(`${row} ${column}`, value, '', budget), cell: { row, column } }
}

/** Puts the figures of the release before beside those of the same names. */
export function beside(results: Result[], old: Result[]): Result[] {
  const before = new Map(old.map(({ name, value }) => [name, value]))
  return results.map((result) => ({ ...result, old: before.get(result.name) ?? null }))
}

function judge(columns: Columns, { atLeast, atMost, of }: Budget, unit: string): Pick<Result, 'wanted' | 'ok'> {
  const limit = atLeast ?? atMost
  if (limit === undefined) return { wanted: null, ok: true }
  const sign = atLeast === undefined ? '<=' : '>='
  const wanted = `${sign} ${limit} ${of ? `of ${of}` : unit}`.trimEnd()
  const value = of ? columns.new / (columns[of] ?? NaN) : columns.new
  return { wanted, ok: Number.isNaN(value) || (atLeast === undefined ? value <= limit : value >= limit) }
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

const orNull = (value: number | undefined) => (value === undefined ? null : round(value))

function round(value: number): number {
  const digits = value >= 100 ? 1 : value >= 1 ? 100 : 1000
  return Math.round(value * digits) / digits
}
