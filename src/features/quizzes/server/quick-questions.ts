import type { Db } from '#db/database.ts'
import type { AnswerKey } from '../quizzes.rules.ts'
import type { QuickQuestion } from '#features/questions/questions.contract.ts'

/** Questions by their ids, in the order of the ids, with everything that tells their answers. Two statements. */
export async function readQuickQuestions(db: Db, ids: readonly number[]): Promise<QuickQuestion[]> {
  if (ids.length === 0) return []
  const [questions, options] = await Promise.all([
    db.selectFrom('question_texts').select(['id', 'content_html', 'explanation_html']).where('id', 'in', ids).execute(),
    db
      .selectFrom('option_texts')
      .select(['id', 'question_id', 'content_html', 'is_answer'])
      .where('question_id', 'in', ids)
      .orderBy('position')
      .execute(),
  ])
  const byId = new Map(questions.map((question) => [question.id, question]))
  const optionsOf = Map.groupBy(options, (option) => option.question_id)
  return ids.flatMap((id) => {
    const question = byId.get(id)
    if (!question) return []
    return {
      question_id: id,
      question_content: question.content_html,
      explanation: question.explanation_html,
      options: (optionsOf.get(id) ?? []).map((option) => ({
        option_id: option.id,
        answer_option: option.content_html,
        isAnswer: option.is_answer === 1 ? ('Y' as const) : ('N' as const),
      })),
    }
  })
}

/** The answer key of questions. One statement. */
export async function readAnswerKey(db: Db, questionIds: readonly number[]): Promise<AnswerKey> {
  const key = new Map(questionIds.map((id) => [id, new Map<number, boolean>()]))
  if (questionIds.length === 0) return key
  const options = await db
    .selectFrom('option_texts')
    .select(['id', 'question_id', 'is_answer'])
    .where('question_id', 'in', questionIds)
    .execute()
  for (const { id, question_id, is_answer } of options) key.get(question_id)?.set(id, is_answer === 1)
  return key
}
