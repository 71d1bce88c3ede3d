import { marks } from '#lib/both/text/format.ts'
import { marksOf, totalMarks, type Marking } from './exams.rules.ts'

/**
 * Formats marks exactly: as a decimal with at most three places ('0.25', '0.125'), else as a fraction in lowest terms
 * ('1/3', '−6 2/3'). Displayed parts of a score are exact, so they add up.
 */
export function exactMarks(units: number, { units_per_mark: per }: Pick<Marking, 'units_per_mark'>): string {
  const size = Math.abs(units)
  const sign = units < 0 ? '−' : ''
  if ((size * 1000) % per === 0) return `${sign}${size / per}`
  const whole = Math.floor(size / per)
  const common = greatestDivisor(size % per, per)
  const fraction = `${(size % per) / common}/${per / common}`
  return `${sign}${whole > 0 ? `${whole} ` : ''}${fraction}`
}

/** Marks of one answer and of a faultless paper, as replies have them. */
export function describeMarking(questions: number, marking: Marking) {
  return {
    correct_score: marksOf(marking.correct_units, marking),
    correct_score_text: exactMarks(marking.correct_units, marking),
    negative_score: marksOf(marking.wrong_units, marking),
    negative_score_text: exactMarks(marking.wrong_units, marking),
    total_grade: totalMarks(questions, marking),
  }
}

/** True where the score in two decimals is not exact, so that its displayed parts do not add up to these decimals. */
export function isRounded(result: { user_grade: number; user_grade_text: string }): boolean {
  return marks(result.user_grade) !== result.user_grade_text
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b)
}
