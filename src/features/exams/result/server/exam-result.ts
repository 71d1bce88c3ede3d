import type { LearnerContext } from '#core/context.ts'
import type { InputOf } from '#lib/both/calls/endpoint.ts'
import { remainingAttempts } from '../../exams.rules.ts'
import type { ExamResult, getExamResult as contract, ResultQuestion } from '../results.contract.ts'
import { finishedAttempt, gradedOf, outcomesOf, type FinishedAttempt } from './finished-attempt.ts'
import { paperOf, solutionsOf, type Paper } from '../../server/papers.ts'
import { ownTimes } from '../../take/server/question-times.ts'
import { resultFacts, showsAnswers } from './result-facts.ts'
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
  const data: ExamResult = {
    ...resultFacts(attempt, paper),
    attempts_left: remainingAttempts(attempt.attempts_allowed, attempt.attempts),
    standing: await standing(ctx, attempt.exam_id),
    graded: await gradedOf(ctx, attempt.id),
    exam_questions: showsAnswers(attempt) ? await solvedQuestions(ctx, attempt, paper) : [],
  }
  return { status: true, data }
}

async function solvedQuestions(ctx: LearnerContext, attempt: FinishedAttempt, paper: Paper): Promise<ResultQuestion[]> {
  const solutions = await solutionsOf(ctx, paper.id)
  const [answered, times] = await Promise.all([outcomesOf(ctx, attempt.id, paper, solutions), ownTimes(ctx, attempt)])
  return answered.map(({ question: { qid, section, question }, choice, outcome }) => {
    const solution = solutions.get(qid)
    return {
      id: qid,
      section,
      your_answer: choice,
      correct: outcome === 'correct',
      corrected: solution?.corrected ? [...solution.corrected] : null,
      time_ms: times.ms.get(qid) ?? null,
      question: {
        question_content: question.question_content,
        explanation: solution?.explanation ?? '',
        answer_option: question.answer_option.map(({ id, answer_option }) => ({
          id,
          answer_option,
          isAnswer: solution?.rightOptions.has(id) ? ('Y' as const) : ('N' as const),
        })),
      },
    }
  })
}
