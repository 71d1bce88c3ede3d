import type { Db } from '#db/database.ts'
import type { AnsweredQuestion } from '#features/questions/server/answered-question.ts'

/** What was answered in the named attempts of the video based exams of chapters. Newest attempt first. */
export async function answeredInChapters(db: Db, attemptIds: number[]): Promise<AnsweredQuestion[]> {
  if (attemptIds.length === 0) return []
  const rows = await db
    .selectFrom('chapter_attempts')
    .innerJoin('chapter_answers', 'chapter_answers.attempt_id', 'chapter_attempts.id')
    .innerJoin('option_texts as question_options', 'question_options.id', 'chapter_answers.option_id')
    .select([
      'chapter_attempts.id as attemptId',
      'chapter_answers.question_id as questionId',
      'chapter_answers.option_id as optionId',
      'question_options.is_answer as isAnswer',
      'chapter_attempts.created_at as answeredAt',
    ])
    .where('chapter_attempts.id', 'in', attemptIds)
    .orderBy('chapter_attempts.id', 'desc')
    .orderBy('chapter_answers.question_id')
    .execute()
  return rows.map(({ isAnswer, ...row }) => ({ ...row, correct: isAnswer === 1 }))
}
