import type { LearnerContext } from '#core/context.ts'
import type { InputOf } from '#lib/both/calls/endpoint.ts'
import type { getSubsectionResult as contract, SubsectionResult } from '../results.contract.ts'
import { marksOf, scoreUnits, sectionScores } from '../../exams.rules.ts'
import { exactMarks } from '../../marks.rules.ts'
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
    total_mark_text: exactMarks(score.questions * paper.correct_units, paper),
    mark: score.mark,
    mark_text: exactMarks(scoreUnits(score.correct, score.incorrect, paper), paper),
    negative_mark: marksOf(score.incorrect * paper.wrong_units, paper),
    negative_mark_text: exactMarks(-score.incorrect * paper.wrong_units, paper),
    percentage: score.percentage,
  }))
  return { status: true, data }
}
