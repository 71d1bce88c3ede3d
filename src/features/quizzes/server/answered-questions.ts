import type { Db } from '#db/database.ts'
import type { AnsweredQuestion } from '#features/questions/server/answered-question.ts'

/** What was answered in the named attempts of quizzes. Questions that were not attended are left out. Newest attempt first. */
export async function answeredInQuizzes(db: Db, attemptIds: number[]): Promise<AnsweredQuestion[]> {
  if (attemptIds.length === 0) return []
  const rows = await db
    .selectFrom('quiz_attempts')
    .innerJoin('quiz_answers', 'quiz_answers.attempt_id', 'quiz_attempts.id')
    .innerJoin('option_texts as question_options', 'question_options.id', 'quiz_answers.option_id')
    .select([
      'quiz_attempts.id as attemptId',
      'quiz_answers.question_id as questionId',
      'quiz_answers.option_id as optionId',
      'question_options.is_answer as isAnswer',
      'quiz_attempts.created_at as answeredAt',
    ])
    .where('quiz_attempts.id', 'in', attemptIds)
    .orderBy('quiz_attempts.id', 'desc')
    .orderBy('quiz_answers.question_id')
    .execute()
  return rows.map(({ isAnswer, ...row }) => ({ ...row, correct: isAnswer === 1 }))
}

export type SkippedQuestion = Pick<AnsweredQuestion, 'attemptId' | 'questionId'>

/** What was seen and left without an answer in the named attempts of quizzes. Newest attempt first. */
export async function skippedInQuizzes(db: Db, attemptIds: number[]): Promise<SkippedQuestion[]> {
  if (attemptIds.length === 0) return []
  return db
    .selectFrom('quiz_skips')
    .select(['attempt_id as attemptId', 'question_id as questionId'])
    .where('attempt_id', 'in', attemptIds)
    .orderBy('attempt_id', 'desc')
    .orderBy('question_id')
    .execute()
}
