import type { NextTurn, PracticeOutcome } from '../practice.contract.ts'
import type { OwnGrade, SourceKind } from '../practice.rules.ts'

export const kindNames: Record<SourceKind, string> = { exam: 'Exam', quiz: 'Quiz', chapter: 'Video based exam' }

export const gradeNames: Record<OwnGrade, string> = { hard: 'Hard', good: 'Good', easy: 'Easy' }

/** `In 3 days`, `Leaves the notebook`. */
export function turnWords({ due, known }: NextTurn): string {
  return known ? 'Leaves the notebook' : capital(due)
}

/** What a grade does: `Again in 3 days`, `Leaves the notebook`. */
export function gradeWords({ due, known }: NextTurn): string {
  return known ? 'Leaves the notebook' : `Again ${due}`
}

/** What comes of an answer, in a sentence. */
export function outcomeWords({ next }: PracticeOutcome): string {
  return next.known ? 'You know this: it leaves your notebook.' : `It comes again ${next.due}.`
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
