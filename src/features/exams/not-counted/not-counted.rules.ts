import type { JournalEntry } from '../take/answers/attempt.rules.ts'

/** The option that was graded by question; a question without one has no entry. */
export type Graded = ReadonlyMap<number, number>

/**
 * Whether what the candidate chose last on a question is what was graded. Marks are not graded: an entry that differs in
 * its mark alone, or in a number the server never saw, was counted.
 */
export function isCounted({ qid, option }: Pick<JournalEntry, 'qid' | 'option'>, graded: Graded): boolean {
  return (graded.get(qid) ?? null) === option
}
