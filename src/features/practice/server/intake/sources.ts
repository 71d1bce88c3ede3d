import type { Db } from '#db/database.ts'
import type { SourceKind } from '../../practice.rules.ts'

/** A finished attempt whose mistakes the notebook does not have yet. */
export interface FinishedAttempt {
  attemptId: number
  /** The exam, quiz or chapter, and what it is called. */
  sourceId: number
  title: string
  /** When it was finished. */
  at: number
}

/** A question that was answered wrong, or not at all. */
export interface Missed {
  attemptId: number
  questionId: number
  wrong: boolean
}

/** Where mistakes come from. */
export interface MistakeSource {
  kind: SourceKind
  /** Finished attempts that are not in `practice_taken` and whose solutions may be shown, oldest first. */
  finished: (db: Db, userId: number, most: number) => Promise<FinishedAttempt[]>
  missed: (db: Db, attemptIds: number[]) => Promise<Missed[]>
}

/** Ids of the attempts that the learner's notebook has. */
export function taken(db: Db, userId: number, kind: SourceKind) {
  return db
    .selectFrom('practice_taken')
    .where('user_id', '=', userId)
    .where('source_kind', '=', kind)
    .select('practice_taken.attempt_id')
}
