import { sql } from 'kysely'
import type { LearnerContext } from '#core/context.ts'
import { marksOf, percentageOf, sectionScores, totalMarks } from '../../exams.rules.ts'
import type { AttemptProgress } from '../results.contract.ts'
import { markedRight } from '../../server/marked-right.ts'
import { paperOf } from '../../server/papers.ts'

/** Attempts that are looked back at. */
const LATEST = 12

/** The learner's latest finished attempts of an exam, oldest first, with the accuracy of each section. Two statements. */
export async function attemptsProgress(ctx: LearnerContext, examId: number): Promise<AttemptProgress[]> {
  const attempts = await ctx.db
    .selectFrom('attempts')
    .where('user_id', '=', ctx.user.id)
    .where('exam_id', '=', examId)
    .where('status', '=', sql.lit('completed' as const))
    .select(['id', 'number', 'paper_id', 'score_units'])
    .orderBy('number', 'desc')
    .limit(LATEST)
    .execute()
  const answers = await ctx.db
    .selectFrom('responses')
    .innerJoin('attempts', 'attempts.id', 'responses.attempt_id')
    .innerJoin('option_texts as question_options', 'question_options.id', 'responses.option_id')
    .innerJoin('paper_questions', (join) =>
      join
        .onRef('paper_questions.paper_id', '=', 'attempts.paper_id')
        .onRef('paper_questions.question_id', '=', 'responses.question_id'),
    )
    .where(
      'responses.attempt_id',
      'in',
      attempts.map(({ id }) => id),
    )
    .select(['responses.attempt_id', 'responses.question_id', markedRight.as('right')])
    .execute()
  const progress = attempts.map(async ({ id, number, paper_id, score_units }) => {
    const paper = await paperOf(ctx, paper_id)
    const right = new Map(
      answers.flatMap((answer) => (answer.attempt_id === id ? [[answer.question_id, answer.right === 1]] : [])),
    )
    const outcomes = paper.questions.map(({ qid, section }) => {
      const found = right.get(qid)
      return { section, outcome: found === undefined ? 'unanswered' : found ? 'correct' : 'incorrect' } as const
    })
    return {
      result_id: id,
      attempt: number,
      user_grade: marksOf(score_units ?? 0, paper),
      total_grade: totalMarks(paper.questions.length, paper),
      sections: sectionScores(paper.sections.length, outcomes, paper).map(({ correct, incorrect }, index) => ({
        subsection_name: paper.sections[index]!.title,
        answered_count: correct + incorrect,
        correct_count: correct,
        accuracy: correct + incorrect > 0 ? percentageOf(correct, correct + incorrect) : null,
      })),
    }
  })
  return (await Promise.all(progress)).reverse()
}
