/** What the list of exams can be narrowed to. */
export const examStates = ['sitting', 'running', 'upcoming', 'past'] as const
export type ExamState = (typeof examStates)[number]

/** Orders of the rank list: by rank, by name, by when they finished, latest first. */
export const rankSorts = ['rank', 'name', 'finish'] as const

/** What a point-biserial correlation says of a question, to whoever wrote it. */
export type ItemWord = 'good' | 'weak' | 'look at it'

/**
 * From 0.30 a question tells candidates apart well, from 0.20 it can do with improvement, and below it is poor; below 0 those
 * who know more get it wrong, which often is a wrong key (Ebel and Frisbie, Essentials of Educational Measurement, 5th
 * edition, 1991, page 232).
 * @param correlation null where everybody, or nobody, has it right: nothing is told apart
 */
export function itemWord(correlation: number | null): ItemWord {
  if (correlation === null || correlation < 0.2) return 'look at it'
  return correlation < 0.3 ? 'weak' : 'good'
}
