import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { markedRight } from '#features/exams/server/marked-right.ts'
import { taken, type FinishedAttempt, type Missed, type MistakeSource } from './sources.ts'

/**
 * Mistakes of exams, general ones and those of courses. An exam that keeps its solutions is left alone: its attempts wait,
 * and are taken in if the author ever gives the solutions free.
 */
export const examMistakes: MistakeSource = { kind: 'exam', finished, missed }

function finished(db: Db, userId: number, most: number): Promise<FinishedAttempt[]> {
  return db
    .selectFrom('attempts')
    .innerJoin('exams', 'exams.id', 'attempts.exam_id')
    .where('attempts.user_id', '=', userId)
    .where('attempts.status', '=', 'completed')
    .where('exams.view_answer', '=', 1)
    .where('attempts.id', 'not in', taken(db, userId, 'exam'))
    .select(({ fn }) => [
      'attempts.id as attemptId',
      'attempts.exam_id as sourceId',
      'exams.title',
      fn.coalesce('attempts.submitted_at', 'attempts.deadline_at').as('at'),
    ])
    .orderBy('at')
    .orderBy('attempts.id')
    .limit(most)
    .execute()
}

async function missed(db: Db, attemptIds: number[]): Promise<Missed[]> {
  const rows = await db
    .selectFrom('attempts')
    .innerJoin('paper_questions', 'paper_questions.paper_id', 'attempts.paper_id')
    .leftJoin('responses', (join) =>
      join
        .onRef('responses.attempt_id', '=', 'attempts.id')
        .onRef('responses.question_id', '=', 'paper_questions.question_id'),
    )
    .leftJoin('option_texts as question_options', 'question_options.id', 'responses.option_id')
    .where('attempts.id', 'in', attemptIds)
    // What a result counts as right is no mistake, also where the question has been corrected since. Null: left out.
    .where(({ fn }) => fn.coalesce(markedRight, sql.lit(0)), '=', 0)
    .select(['attempts.id as attemptId', 'paper_questions.question_id as questionId', 'responses.option_id'])
    .orderBy('paper_questions.position')
    .execute()
  return rows.map(({ attemptId, questionId, option_id }) => ({ attemptId, questionId, wrong: option_id !== null }))
}
