import { WithKept } from '#core/calls/kept-json.ts'
import type { LearnerContext } from '#core/context.ts'
import type { InputOf } from '#lib/both/calls/endpoint.ts'
import { remainingAttempts } from '../../exams.rules.ts'
import type { ExamResult, getExamResult as contract } from '../results.contract.ts'
import { finishedAttempt, gradedOf } from './finished-attempt.ts'
import { paperOf } from '../../server/papers.ts'
import { resultFacts, showsAnswers } from './result-facts.ts'
import { solvedQuestions } from './solved-questions.ts'
import { standing } from './standing.ts'

/**
 * The result of the learner's finished attempt (document 2, section 2, 'Result view'). Solutions only where the exam allows
 * them, and not while the learner has another attempt of the exam open.
 * @throws notFound when it is not the learner's
 * @throws conflict not_finished
 */
export async function getExamResult(ctx: LearnerContext, { params }: Pick<InputOf<typeof contract>, 'params'>) {
  const attempt = await finishedAttempt(ctx, params.resultId)
  const paper = await paperOf(ctx, attempt.paper_id)
  const graded = await gradedOf(ctx, attempt.id)
  const data: ExamResult = {
    ...resultFacts(attempt, paper),
    attempts_left: remainingAttempts(attempt.attempts_allowed, attempt.attempts - attempt.attempts_under_way),
    standing: await standing(ctx, attempt.exam_id),
    graded,
    exam_questions: [],
  }
  const reply = { status: true, data }
  if (!showsAnswers(attempt)) return reply
  return new WithKept(reply, { exam_questions: await solvedQuestions(ctx, attempt, paper, graded) })
}
