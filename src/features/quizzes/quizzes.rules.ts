import { counted } from '#lib/both/text/format.ts'
import type { FieldErrors } from '#lib/both/calls/errors.ts'

/** What a quiz comes to: document 2, sections 2, 4 and 9. */

export interface Counts {
  correct_count: number
  incorrect_count: number
}

/** Question id to option id to right or not. */
export type AnswerKey = ReadonlyMap<number, ReadonlyMap<number, boolean>>

/**
 * Counts answers by a key.
 * @returns also what cannot be, by field: a question that is not in the key or there twice, an option of another question
 */
export function gradeAnswers(
  key: AnswerKey,
  answers: readonly { question_id: number; option_id: number }[],
): Counts & { problems: FieldErrors } {
  const problems: FieldErrors = {}
  const counts = { correct_count: 0, incorrect_count: 0 }
  const seen = new Set<number>()
  for (const [index, { question_id: question, option_id: option }] of answers.entries()) {
    const right = key.get(question)?.get(option)
    if (!key.has(question)) problems[`answers.${index}.question_id`] = 'Is not one of the questions'
    else if (seen.has(question)) problems[`answers.${index}.question_id`] = 'Is answered twice'
    else if (right === undefined) problems[`answers.${index}.option_id`] = 'Is not an option of the question'
    else counts[right ? 'correct_count' : 'incorrect_count'] += 1
    seen.add(question)
  }
  return { ...counts, problems }
}

/** What is wrong with the questions said to be skipped, by field. @param known ids of the quiz's questions */
export function skippedProblems(
  known: ReadonlySet<number>,
  answers: readonly { question_id: number }[],
  skipped: readonly number[],
): FieldErrors {
  const problems: FieldErrors = {}
  const answered = new Set(answers.map(({ question_id }) => question_id))
  for (const [index, question] of skipped.entries()) {
    if (!known.has(question)) problems[`skipped.${index}`] = 'Is not one of the questions'
    else if (answered.has(question)) problems[`skipped.${index}`] = 'Is answered as well'
    else if (skipped.indexOf(question) < index) problems[`skipped.${index}`] = 'Is named twice'
  }
  return problems
}

/**
 * What is wrong with counts that a browser sent.
 * @param most questions there are
 * @param graded what the answers come to, when they were sent as well
 */
export function countProblems(counts: Counts, most: number, graded: Counts | undefined): FieldErrors {
  const problems: FieldErrors = {}
  for (const field of ['correct_count', 'incorrect_count'] as const) {
    if (counts[field] > most) problems[field] = `There ${most === 1 ? 'is' : 'are'} ${counted(most, 'question')}`
    else if (graded && counts[field] !== graded[field]) problems[field] = `Contradicts the answers: ${graded[field]}`
  }
  if (Object.keys(problems).length === 0 && counts.correct_count + counts.incorrect_count > most) {
    problems.incorrect_count = `With correct_count more than the ${counted(most, 'question')} there ${most === 1 ? 'is' : 'are'}`
  }
  return problems
}

/** Percent of questions answered right, not rounded. */
export function percentageOf(correct: number, total: number): number {
  return total === 0 ? 0 : (correct * 100) / total
}

/** Document 2, sections 2 and 9. */
export function encouragement(percentage: number): string {
  return percentage >= 80 ? 'Excellent work!' : percentage >= 50 ? 'Good effort!' : 'Keep practicing!'
}

export interface Outcome {
  total: number
  not_attended: number
  correct: number
  incorrect: number
  /** Not rounded. */
  percentage: number
}

/** What the browser works out when a quiz is over. @param chosen option by question */
export function outcomeOf(
  questions: readonly { question_id: number; options: readonly { option_id: number; isAnswer: 'Y' | 'N' }[] }[],
  chosen: Readonly<Record<number, number>>,
): Outcome {
  const total = questions.length
  let correct = 0
  let incorrect = 0
  for (const { question_id, options } of questions) {
    const option = options.find(({ option_id }) => option_id === chosen[question_id])
    if (!option) continue
    if (option.isAnswer === 'Y') correct += 1
    else incorrect += 1
  }
  return {
    total,
    not_attended: total - correct - incorrect,
    correct,
    incorrect,
    percentage: percentageOf(correct, total),
  }
}

/**
 * The quiz of a list that a learner does next, whose button alone stands out: the first that was never taken, else the one
 * with the most left to gain.
 */
export function nextQuiz<Quiz extends { best_percentage: number | null }>(quizzes: readonly Quiz[]): Quiz | undefined {
  return quizzes.toSorted((a, b) => (a.best_percentage ?? -1) - (b.best_percentage ?? -1))[0]
}
