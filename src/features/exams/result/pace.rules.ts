import { SECOND } from '#lib/both/time/clock.ts'
import type { PacedQuestion } from './results.contract.ts'

/** What stands out in how a candidate spent the time. */
export type PaceRemark = 'slow' | 'rushed'

/** Twice as long as the measure, and this much longer at least, is slow. */
export const SLOW = { times: 2, by: 20 * SECOND }

/** A wrong answer in at most half the measure, and this much sooner at least, is rushed. */
export const RUSHED = { times: 0.5, by: 5 * SECOND }

/**
 * Too slow: the time would have served other questions. Rushed: answered fast, and wrong. Measured against the median of
 * the candidates or, while there is none, against the time that the paper allows for a question.
 * @param pace milliseconds of the paper for each question
 */
export function paceRemark(
  { ms, median_ms, outcome }: Pick<PacedQuestion, 'ms' | 'median_ms' | 'outcome'>,
  pace: number,
): PaceRemark | undefined {
  if (ms === null || ms === 0) return undefined
  const measure = median_ms ?? pace
  if (ms >= measure * SLOW.times && ms - measure >= SLOW.by) return 'slow'
  if (outcome === 'incorrect' && ms <= measure * RUSHED.times && measure - ms >= RUSHED.by) return 'rushed'
  return undefined
}

/** The middle of some numbers, of an even count the mean of the two in the middle, rounded; null of none. */
export function medianOf(numbers: readonly number[]): number | null {
  if (numbers.length === 0) return null
  const sorted = [...numbers].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : Math.round((sorted[middle - 1]! + sorted[middle]!) / 2)
}

/** Milliseconds by what they were spent on. Null when correctness is not shown. */
export function timeByOutcome(
  questions: readonly Pick<PacedQuestion, 'ms' | 'outcome'>[],
): Record<'correct' | 'incorrect' | 'unanswered', number> | null {
  if (questions.some(({ outcome }) => outcome === 'answered')) return null
  const spent = { correct: 0, incorrect: 0, unanswered: 0 }
  for (const { ms, outcome } of questions) if (outcome !== 'answered') spent[outcome] += ms ?? 0
  return spent
}
