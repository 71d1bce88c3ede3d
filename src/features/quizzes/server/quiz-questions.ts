import type { LearnerContext } from '#core/context.ts'
import type { InputOf } from '#lib/both/calls/endpoint.ts'
import { notFound } from '#lib/both/calls/errors.ts'
import type { getQuizQuestions as contract } from '../quizzes.contract.ts'
import { readQuickQuestions } from './quick-questions.ts'

/**
 * A quiz with its questions, answers and explanations. Four statements.
 * @throws notFound when there is no such quiz
 */
export async function getQuizQuestions({ db }: LearnerContext, { params }: Pick<InputOf<typeof contract>, 'params'>) {
  const [quiz, list] = await Promise.all([
    db
      .selectFrom('quizzes')
      .select(['id', 'title', 'category', 'minutes as duration'])
      .where('id', '=', params.examId)
      .where('retired', '=', 0)
      .executeTakeFirst(),
    db
      .selectFrom('quiz_questions')
      .select('question_id')
      .where('quiz_id', '=', params.examId)
      .where('retired', '=', 0)
      .orderBy('position')
      .execute(),
  ])
  if (!quiz) throw notFound('There is no such quiz')
  const questions = await readQuickQuestions(
    db,
    list.map(({ question_id }) => question_id),
  )
  return { status: true, data: { ...quiz, question_count: questions.length }, questions }
}
