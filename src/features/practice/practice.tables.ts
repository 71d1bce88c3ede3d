import type { Selectable } from 'kysely'
import type { SourceKind } from './practice.rules.ts'
import type { Memory, Rating } from './schedule.rules.ts'

export interface PracticeNotebooksTable {
  user_id: number
  changed_at: number
}

export interface PracticeCardsTable extends Memory {
  user_id: number
  question_id: number
  source_kind: SourceKind
  source_id: number
  source_title: string
  added_at: number
  left_at: number | null
  left_reason: 'known' | 'removed' | null
}

/** A review, with the memory before it. */
export interface PracticeReviewsTable extends Memory {
  user_id: number
  question_id: number
  number: number
  /** 0: the answer, or the mistake in an exam; 1: the learner's own grade of that answer. */
  step: number
  kind: 'answer' | 'grade' | 'mistake'
  rating: Rating
  option_id: number | null
  took_ms: number | null
  reviewed_at: number
}

export interface PracticeTakenTable {
  user_id: number
  source_kind: SourceKind
  attempt_id: number
  taken_at: number
}

declare module '#db/database.ts' {
  interface Database {
    practice_notebooks: PracticeNotebooksTable
    practice_cards: PracticeCardsTable
    practice_reviews: PracticeReviewsTable
    practice_taken: PracticeTakenTable
  }
}

export type CardRow = Selectable<PracticeCardsTable>
