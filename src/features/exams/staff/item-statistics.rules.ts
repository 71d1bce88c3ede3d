import { scoreUnits, type Marking } from '../exams.rules.ts'

/**
 * Classical item analysis (Crocker and Algina, Introduction to Classical and Modern Test Theory, 1986, chapters 5 to 7 and 14;
 * what is to be reported: Standards for Educational and Psychological Testing, 2014, standards 2.3 and 4.10). Everything is
 * counted candidate after candidate in whole numbers, in memory that grows with the paper alone.
 */

/** A question as it is counted: how many options it has, and which of them are right by their places. */
export interface CountedItem {
  options: number
  right: readonly number[]
}

/** Scores, in units, from which on a candidate is one of the upper group, and up to which one of the lower. */
export interface Cuts {
  upper: number
  lower: number
}

export interface ItemStatistics {
  /** Candidates. */
  right: number
  wrong: number
  left: number
  /**
   * Corrected item-total (point-biserial) correlation: of having it right, 1 or 0, with the marks of the rest of the paper,
   * this question excluded, since it would correlate with itself. -1 to 1; null where either is the same for everybody.
   */
  correlation: number | null
  /** Share right in the upper group less that in the lower, -1 to 1. */
  discrimination: number
  /** By place: how many chose it, of all and of the two groups. */
  options: { chosen: number; upper: number; lower: number }[]
}

/** Candidates whose marks are not below `from`, and below `to`; at `to` as well in the last. */
export interface Bin {
  /** In units; null: whatever is lower. */
  from: number | null
  to: number
  candidates: number
}

export interface PaperStatistics {
  candidates: number
  /** In units, as are the next two. */
  mean: number
  /** Of these candidates, who are all there are and no sample: divided by their number. */
  deviation: number
  median: number
  /**
   * Cronbach's alpha of the marks of the questions; where wrong answers cost nothing the same as KR-20. Null of fewer than
   * two questions, or where all have the same marks.
   */
  alpha: number | null
  /** How many are in the two groups. */
  upper: number
  lower: number
  bins: Bin[]
}

/** Share of the candidates in each of the groups that are compared (Kelley, 1939). Who has the same marks as the last is in it, too. */
const GROUP = 0.27

/** Bins between no marks and full marks; below is one more. */
const BINS = 10

/** Where the two groups end. @param scores candidates by their score, of at least one */
export function cutsOf(scores: ReadonlyMap<number, number>): Cuts {
  const rising = [...scores].sort(([a], [b]) => a - b)
  const wanted = GROUP * rising.reduce((sum, [, candidates]) => sum + candidates, 0)
  const cut = (ordered: typeof rising) => {
    let reached = 0
    return ordered.find(([, candidates]) => (reached += candidates) >= wanted)![0]
  }
  return { lower: cut(rising), upper: cut(rising.toReversed()) }
}

/** Chosen of a question that was left. */
export const LEFT = -1

/** Counts candidates of a paper, one after the other. */
export function itemCounter(items: readonly CountedItem[], marking: Marking, cuts: Cuts) {
  const most = Math.max(0, ...items.map(({ options }) => options))
  const cells = items.length * most
  const isRight = new Uint8Array(cells)
  for (const [index, { right }] of items.entries()) for (const place of right) isRight[index * most + place] = 1
  const chosen = { all: new Uint32Array(cells), upper: new Uint32Array(cells), lower: new Uint32Array(cells) }
  /** Of those who had a question right, and wrong: how many, and the sum of their scores. */
  const right = { count: new Uint32Array(items.length), scores: new Float64Array(items.length) }
  const wrong = { count: new Uint32Array(items.length), scores: new Float64Array(items.length) }
  const scores = new Map<number, number>()
  const total = { candidates: 0, upper: 0, lower: 0, sum: 0, squares: 0 }

  const add = (score: number, choices: Int8Array): void => {
    const upper = score >= cuts.upper
    const lower = score <= cuts.lower
    total.candidates += 1
    if (upper) total.upper += 1
    if (lower) total.lower += 1
    total.sum += score
    total.squares += score * score
    scores.set(score, (scores.get(score) ?? 0) + 1)
    for (let index = 0; index < items.length; index += 1) {
      const choice = choices[index]!
      if (choice === LEFT) continue
      const cell = index * most + choice
      chosen.all[cell]! += 1
      if (upper) chosen.upper[cell]! += 1
      if (lower) chosen.lower[cell]! += 1
      const of = isRight[cell] === 1 ? right : wrong
      of.count[index]! += 1
      of.scores[index]! += score
    }
  }

  const correlationOf = (index: number): number | null => {
    const [rights, wrongs] = [right.count[index]!, wrong.count[index]!]
    const { correct_units: gain, wrong_units: cost } = marking
    // The marks of the rest are the score less what this question gave.
    const rest = total.sum - rights * gain + wrongs * cost
    const restOfRight = right.scores[index]! - rights * gain
    const squares =
      total.squares -
      2 * (gain * right.scores[index]! - cost * wrong.scores[index]!) +
      rights * gain * gain +
      wrongs * cost * cost
    const n = total.candidates
    return correlation(n, { x: rights, y: rest, xx: rights, yy: squares, xy: restOfRight })
  }

  const item = (index: number): ItemStatistics => {
    const cells = Array.from({ length: items[index]!.options }, (_, place) => index * most + place)
    const rightIn = (counts: Uint32Array) => cells.reduce((sum, cell) => sum + isRight[cell]! * counts[cell]!, 0)
    return {
      right: right.count[index]!,
      wrong: wrong.count[index]!,
      left: total.candidates - right.count[index]! - wrong.count[index]!,
      correlation: correlationOf(index),
      discrimination: share(rightIn(chosen.upper), total.upper) - share(rightIn(chosen.lower), total.lower),
      options: cells.map((cell) => ({
        chosen: chosen.all[cell]!,
        upper: chosen.upper[cell]!,
        lower: chosen.lower[cell]!,
      })),
    }
  }

  /** Variance of a question's marks, times the square of the number of candidates. */
  const spreadOf = (index: number): number => {
    const { correct_units: gain, wrong_units: cost } = marking
    const [rights, wrongs] = [right.count[index]!, wrong.count[index]!]
    const sum = scoreUnits(rights, wrongs, marking)
    return total.candidates * (rights * gain * gain + wrongs * cost * cost) - sum * sum
  }

  const paper = (): PaperStatistics => {
    const { candidates: n, sum, squares, upper, lower } = total
    const spread = n * squares - sum * sum
    const spreads = items.reduce((all, _, index) => all + spreadOf(index), 0)
    const [k, rising] = [items.length, [...scores].sort(([a], [b]) => a - b)]
    return {
      candidates: n,
      mean: sum / n,
      deviation: Math.sqrt(spread) / n,
      median: (scoreAt(rising, Math.floor((n - 1) / 2)) + scoreAt(rising, Math.floor(n / 2))) / 2,
      alpha: k < 2 || spread === 0 ? null : (k / (k - 1)) * (1 - spreads / spread),
      upper,
      lower,
      bins: binsOf(rising, k * marking.correct_units),
    }
  }

  return {
    /**
     * Counts a candidate.
     * @param score in units
     * @param choices the place of the chosen option of each question; LEFT where there is none
     */
    add,
    /** What is known by now, of at least one candidate. */
    result: () => ({ paper: paper(), items: items.map((_, index) => item(index)) }),
  }
}

const share = (part: number, of: number) => (of === 0 ? 0 : part / of)

/** Pearson's correlation from sums over `n` pairs; null where one of the two is the same in all. */
function correlation(n: number, sum: Record<'x' | 'y' | 'xx' | 'yy' | 'xy', number>): number | null {
  const [x, y] = [n * sum.xx - sum.x * sum.x, n * sum.yy - sum.y * sum.y]
  return x <= 0 || y <= 0 ? null : (n * sum.xy - sum.x * sum.y) / (Math.sqrt(x) * Math.sqrt(y))
}

/** The score of the candidate in a place, from 0, in their order by score. */
function scoreAt(rising: [score: number, candidates: number][], place: number): number {
  let passed = 0
  return rising.find(([, candidates]) => (passed += candidates) > place)![0]
}

function binsOf(scores: [score: number, candidates: number][], full: number): Bin[] {
  const bins: Bin[] = [{ from: null, to: 0, candidates: 0 }]
  for (let bin = 0; bin < BINS; bin += 1)
    bins.push({ from: (full * bin) / BINS, to: (full * (bin + 1)) / BINS, candidates: 0 })
  for (const [score, candidates] of scores) {
    const at = score < 0 ? 0 : 1 + Math.min(BINS - 1, full > 0 ? Math.floor((score * BINS) / full) : 0)
    bins[at]!.candidates += candidates
  }
  return bins
}
