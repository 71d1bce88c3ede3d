import type { LearnerContext } from '#core/context.ts'
import { MINUTE } from '#lib/both/time/clock.ts'
import type { InputOf } from '#lib/both/calls/endpoint.ts'
import { examMinutes } from '../../exams.rules.ts'
import type { getResultInsights as contract, ResultInsights } from '../results.contract.ts'
import { attemptsProgress } from './attempts-progress.ts'
import { finishedAttempt, outcomesOf } from './finished-attempt.ts'
import { medianTimes } from './median-times.ts'
import { paperOf, solutionsOf } from '../../server/papers.ts'
import { ownTimes } from '../../take/server/times/question-times.ts'
import { showsAnswers } from './result-facts.ts'

/**
 * How the time of the learner's finished attempt was spent, beside the medians of all candidates, and how the accuracy of
 * each section went over the learner's attempts. What was right stays hidden where the exam hides it.
 * @throws notFound when it is not the learner's
 * @throws conflict not_finished
 */
export async function getResultInsights(ctx: LearnerContext, { params }: Pick<InputOf<typeof contract>, 'params'>) {
  const attempt = await finishedAttempt(ctx, params.resultId)
  const paper = await paperOf(ctx, attempt.paper_id)
  const shown = showsAnswers(attempt)
  const [answered, times, medians, attempts] = await Promise.all([
    solutionsOf(ctx, paper.id).then((solutions) => outcomesOf(ctx, attempt.id, paper, solutions)),
    ownTimes(ctx, attempt),
    medianTimes(ctx, paper.id),
    attemptsProgress(ctx, attempt.exam_id),
  ])
  const data: ResultInsights = {
    timed_by: times.by,
    median_candidates: medians.candidates,
    pace_ms: Math.round((examMinutes(attempt.minutes) * MINUTE) / Math.max(1, paper.questions.length)),
    questions: answered.map(({ question, outcome }) => ({
      id: question.qid,
      section: question.section,
      outcome: shown || outcome === 'unanswered' ? outcome : 'answered',
      ms: times.ms.get(question.qid) ?? null,
      median_ms: medians.ms.get(question.qid) ?? null,
    })),
    attempts,
  }
  return { status: true, data }
}
