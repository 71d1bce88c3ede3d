import type { Db } from '#db/database.ts'
import { isoTime } from '#lib/both/time/clock.ts'
import type { PracticeReviewsTable } from '../../practice.tables.ts'
import type { NextTurn, PracticeOutcome } from '../../practice.contract.ts'
import { dueWords, ownGrades } from '../../practice.rules.ts'
import { AGAIN, isKnown, ratings, reviewed, type Memory, type Rating } from '../../schedule.rules.ts'

/** What tells a question right or wrong. */
export interface Solution {
  /** Every option, right ones true. */
  options: Map<number, boolean>
  explanation: string
}

export async function solutionOf(db: Db, questionId: number): Promise<Solution> {
  const rows = await db
    .selectFrom('question_texts as questions')
    .innerJoin('option_texts as question_options', 'question_options.question_id', 'questions.id')
    .where('questions.id', '=', questionId)
    .select(['question_options.id', 'question_options.is_answer', 'questions.explanation_html'])
    .orderBy('question_options.position')
    .execute()
  return {
    options: new Map(rows.map(({ id, is_answer }) => [id, is_answer === 1])),
    explanation: rows[0]?.explanation_html ?? '',
  }
}

/** The memory after a review whose row holds the memory before it. */
export function memoryAfter(review: PracticeReviewsTable, rating: Rating = review.rating): Memory {
  return reviewed(review, rating, review.reviewed_at)
}

/** True when the question is known after a review: answered right, and not due for a good while. */
export function knownAfter(rating: Rating, memory: Memory): boolean {
  return rating !== AGAIN && isKnown(memory)
}

/** What the learner is told of an answer. Worked out from its row, so a repeat is told the same. */
export function outcomeOf(review: PracticeReviewsTable, solution: Solution, now: number): PracticeOutcome {
  const correct = review.rating !== AGAIN
  const nextAfter = (rating: Rating): NextTurn => {
    const memory = memoryAfter(review, rating)
    return {
      due_at: memory.due_at,
      due_at_iso: isoTime(memory.due_at),
      due: dueWords(memory.due_at, now),
      known: knownAfter(rating, memory),
    }
  }
  return {
    question_id: review.question_id,
    review: review.number,
    correct,
    right_options: [...solution.options].filter(([, right]) => right).map(([id]) => id),
    explanation: solution.explanation,
    grade: ownGrades.find((grade) => ratings[grade] === review.rating) ?? 'again',
    next: nextAfter(review.rating),
    grades: correct ? ownGrades.map((grade) => ({ grade, next: nextAfter(ratings[grade]) })) : [],
  }
}
