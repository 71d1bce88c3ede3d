import type { LearnerContext } from '#core/context.ts'
import type { Db } from '#db/database.ts'
import { DAY } from '#lib/both/time/clock.ts'
import type { InputOf } from '#lib/both/calls/endpoint.ts'
import { conflict, invalid } from '#lib/both/calls/errors.ts'
import type { answerPractice as answerContract, gradePractice as gradeContract } from '../practice.contract.ts'
import type { PracticeReviewsTable } from '../practice.tables.ts'
import { AGAIN, GOOD, ratings } from '../schedule.rules.ts'
import { cardOf, lockNotebook } from './notebook.ts'
import { knownAfter, memoryAfter, outcomeOf, solutionOf } from './intake/outcome.ts'

/** No question is looked at for longer; a tab left open is not thinking. */
const LONGEST = DAY

/**
 * Answers a question in practice. It counts at once, as Again when it is wrong or skipped and as Good when it is right; the
 * learner's own grade may follow. The answer names its number among the reviews of the question, so a repeat finds what
 * the first one stored.
 * @throws notFound, conflict resting as `cardOf`
 * @throws conflict changed when the question was answered elsewhere, or missed again in an exam, meanwhile
 * @throws invalid option
 */
export async function answerPractice(ctx: LearnerContext, { body }: Pick<InputOf<typeof answerContract>, 'body'>) {
  const { question_id: questionId, review: number, took_ms } = body
  const option = body.option === 'skip' ? null : body.option
  return ctx.db.transaction().execute(async (tx) => {
    await lockNotebook(tx, ctx)
    const card = await cardOf(tx, ctx.user.id, questionId)
    const solution = await solutionOf(tx, questionId)
    const known = await reviewOf(tx, ctx.user.id, questionId, number)
    if (known) {
      if (known.kind === 'mistake' || known.option_id !== option) throw changed()
      return { status: true, data: outcomeOf(known, solution, ctx.now()) }
    }
    if (card.left_at !== null || card.reps !== number - 1) throw changed()
    if (option !== null && !solution.options.has(option)) throw invalid({ option: 'Is not an option of this question' })
    const review: PracticeReviewsTable = {
      user_id: ctx.user.id,
      question_id: questionId,
      number,
      step: 0,
      kind: 'answer',
      rating: option !== null && solution.options.get(option) ? GOOD : AGAIN,
      option_id: option,
      took_ms: took_ms === undefined ? null : Math.min(took_ms, LONGEST),
      reviewed_at: ctx.now(),
      due_at: card.due_at,
      stability: card.stability,
      difficulty: card.difficulty,
      reps: card.reps,
      lapses: card.lapses,
      state: card.state,
      last_review_at: card.last_review_at,
    }
    await apply(tx, review)
    return { status: true, data: outcomeOf(review, solution, ctx.now()) }
  })
}

/**
 * Grades an answer that was right by how hard it was for the learner. The first grade counts; another is told what counts.
 * @throws notFound, conflict resting as `cardOf`
 * @throws conflict changed when it is not the last thing that happened to the question
 * @throws invalid grade for a wrong answer
 */
export async function gradePractice(ctx: LearnerContext, { body }: Pick<InputOf<typeof gradeContract>, 'body'>) {
  const { question_id: questionId, review: number, grade } = body
  return ctx.db.transaction().execute(async (tx) => {
    await lockNotebook(tx, ctx)
    const card = await cardOf(tx, ctx.user.id, questionId)
    const answer = await reviewOf(tx, ctx.user.id, questionId, number)
    if (!answer || answer.kind === 'mistake') throw changed()
    if (answer.rating === AGAIN) throw invalid({ grade: 'Only a right answer can be graded' })
    const solution = await solutionOf(tx, questionId)
    const graded = answer.kind === 'grade'
    const review: PracticeReviewsTable = graded ? answer : { ...answer, step: 1, kind: 'grade', rating: ratings[grade] }
    if (!graded) {
      if (card.reps !== number || card.left_reason === 'removed') throw changed()
      await apply(tx, review)
    }
    return { status: true, data: outcomeOf(review, solution, ctx.now()) }
  })
}

const changed = () => conflict('This question has been changed. It will come again when it is due.', 'changed')

/** What counts of a review: the learner's own grade where there is one. */
function reviewOf(tx: Db, userId: number, questionId: number, number: number) {
  return tx
    .selectFrom('practice_reviews')
    .selectAll()
    .where('user_id', '=', userId)
    .where('question_id', '=', questionId)
    .where('number', '=', number)
    .orderBy('step', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Stores a review and the memory after it; a question that is known now leaves the notebook. */
async function apply(tx: Db, review: PracticeReviewsTable): Promise<void> {
  const memory = memoryAfter(review)
  const known = knownAfter(review.rating, memory)
  await tx.insertInto('practice_reviews').values(review).execute()
  await tx
    .updateTable('practice_cards')
    .set({ ...memory, left_at: known ? review.reviewed_at : null, left_reason: known ? 'known' : null })
    .where('user_id', '=', review.user_id)
    .where('question_id', '=', review.question_id)
    .execute()
}
