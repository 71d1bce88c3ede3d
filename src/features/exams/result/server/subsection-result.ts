import type { LearnerContext } from '#core/context.ts'
import type { InputOf } from '#lib/both/calls/endpoint.ts'
import type { getSubsectionResult as contract, SubsectionResult } from '../results.contract.ts'
import { marksOf, sectionScores } from '../../exams.rules.ts'
import { finishedAttempt, outcomesOf } from './finished-attempt.ts'
import { paperOf, solutionsOf } from '../../server/papers.ts'

/**
 * The learner's finished attempt by subsection, in the paper's order.
 * @throws notFound when it is not the learner's, or of another exam
 * @throws conflict not_finished
 */
export async function getSubsectionResult(ctx: LearnerContext, { body }: Pick<InputOf<typeof contract>, 'body'>) {
  const attempt = await finishedAttempt(ctx, body.exam_attempet_id, body.exam_id)
  const paper = await paperOf(ctx, attempt.paper_id)
  const answered = await outcomesOf(ctx, attempt.id, paper, await solutionsOf(ctx, paper.id))
  const data = sectionScores(paper.sections.length, answered, paper).map((score, index): SubsectionResult => ({
    subsection_name: paper.sections[index]!.title,
    question_count: score.questions,
    correct_count: score.correct,
    incorrect_count: score.incorrect,
    'total mark': score.total,
    mark: score.mark,
    negative_mark: marksOf(score.incorrect * paper.wrong_units, paper),
    percentage: score.percentage,
  }))
  return { status: true, data }
}
