import { twoDecimals } from '../exams.rules.ts'

/** Below so many candidates neither ranks nor medians are shown: they would say little, and tell of single people. */
export const FEWEST_CANDIDATES = 10

/** Explains equal marks wherever a rank is displayed. */
export const TIE_BREAKS =
  'Equal marks: fewer wrong answers come first, then less time in whole seconds. Equal in all three, the rank is shared.'

/** How a first attempt compares with the first attempts of all candidates, itself included. */
export interface Comparison {
  candidates: number
  /** Those with a higher score, with the same and fewer wrong answers, or with both the same in fewer whole seconds. */
  ahead: number
  /** Those whose score is not higher than this one's, itself included. */
  notAbove: number
}

/**
 * Rank, from 1, and percentile: the share of candidates whose score is not higher, 0 to 100 with two decimals. Null below
 * FEWEST_CANDIDATES.
 */
export function standingOf({ candidates, ahead, notAbove }: Comparison): { rank: number; percentile: number } | null {
  if (candidates < FEWEST_CANDIDATES) return null
  return { rank: ahead + 1, percentile: twoDecimals(notAbove * 100, candidates) }
}
