import type { LearnerContext } from '#core/context.ts'
import { createOnce } from '#core/calls/create-once.ts'
import type { Db } from '#db/database.ts'
import type { InputOf } from '#lib/both/calls/endpoint.ts'
import { invalid, notFound } from '#lib/both/calls/errors.ts'
import type { submitQuiz as contract } from '../quizzes.contract.ts'
import { countProblems, gradeAnswers, skippedProblems } from '../quizzes.rules.ts'
import { readAnswerKey } from './quick-questions.ts'

type Input = InputOf<typeof contract>

/**
 * Stores the result that the learner's browser has worked out. It counts for no ranking, so the browser is believed as long
 * as what it says can be.
 * @throws notFound when there is no such quiz
 * @throws invalid counts that are more than the quiz has or contradict the answers; answers or skipped questions that are
 * not of the quiz
 */
export async function submitQuiz(ctx: LearnerContext, { params, query, body }: Input) {
  const { db } = ctx
  const quiz = await db
    .selectFrom('quizzes')
    .select('id')
    .where('id', '=', params.examId)
    .where('retired', '=', 0)
    .executeTakeFirst()
  if (!quiz) throw notFound('There is no such quiz')
  const questionCount = await check(ctx, { params, query, body })
  const { answers = [], skipped = [], submission = null } = body
  return createOnce(ctx, async (tx) => {
    const made = await tx
      .insertInto('quiz_attempts')
      .values({
        user_id: ctx.user.id,
        quiz_id: quiz.id,
        question_count: questionCount,
        ...query,
        submission,
        created_at: ctx.now(),
      })
      .onConflict((conflict) => conflict.columns(['user_id', 'submission']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!made) return stored(await storedBefore(tx, ctx.user.id, submission ?? ''))
    if (answers.length > 0) {
      await tx
        .insertInto('quiz_answers')
        .values(answers.map((answer) => ({ attempt_id: made.id, ...answer })))
        .execute()
    }
    if (skipped.length > 0) {
      await tx
        .insertInto('quiz_skips')
        .values(skipped.map((question_id) => ({ attempt_id: made.id, question_id })))
        .execute()
    }
    return stored(made.id)
  })
}

const stored = (attempt_id: number) => ({ status: true, success: true, message: 'Result stored', attempt_id })

/** @returns how many questions the quiz has @throws invalid */
async function check(
  { db }: LearnerContext,
  { params, query, body: { answers, skipped = [] } }: Input,
): Promise<number> {
  const list = await db
    .selectFrom('quiz_questions')
    .select(['question_id', 'retired'])
    .where('quiz_id', '=', params.examId)
    .execute()
  // A quiz may have changed while it was taken: what was one of its questions then still counts.
  const known = new Set(list.map(({ question_id }) => question_id))
  const graded = answers && gradeAnswers(await readAnswerKey(db, [...known]), answers)
  const present = list.filter(({ retired }) => retired === 0).length
  const most = answers ? Math.max(present, answers.length) : list.length
  const problems = {
    ...graded?.problems,
    ...skippedProblems(known, answers ?? [], skipped),
    ...countProblems(query, most, graded),
  }
  if (Object.keys(problems).length > 0) throw invalid(problems)
  return Math.max(present, query.correct_count + query.incorrect_count)
}

/** The attempt that was stored when the same was sent before. */
async function storedBefore(db: Db, userId: number, submission: string): Promise<number> {
  const { id } = await db
    .selectFrom('quiz_attempts')
    .select('id')
    .where('user_id', '=', userId)
    .where('submission', '=', submission)
    .executeTakeFirstOrThrow()
  return id
}
