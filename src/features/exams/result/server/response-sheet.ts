import type { LearnerContext, Services } from '#core/context.ts'
import type { InputOf } from '#lib/both/calls/endpoint.ts'
import { marksOf, type Marking, type Outcome } from '../../exams.rules.ts'
import type { getResponseSheet as contract, ResponseSheet } from '../results.contract.ts'
import { finishedAttempt, outcomesOf } from './finished-attempt.ts'
import { paperOf, solutionsOf } from '../../server/papers.ts'
import { ownTimes } from '../../take/server/times/question-times.ts'
import { resultFacts, showsAnswers } from './result-facts.ts'

/**
 * Every answer of the learner's finished attempt with the receipt of its save, for print. What was right, and the marks of
 * each question, only where the exam shows solutions.
 * @throws notFound when it is not the learner's
 * @throws conflict not_finished
 */
export async function getResponseSheet(ctx: LearnerContext, { params }: Pick<InputOf<typeof contract>, 'params'>) {
  const { id, name, countryCode, phone } = ctx.user
  const learner = { id, name: name ?? '', phone: `+${countryCode} ${phone}` }
  return { status: true, data: await responseSheetOf(ctx, learner, params.resultId) }
}

/**
 * Response sheet of an attempt, for its learner or for staff.
 * @param learner `name` and `phone` as the reader of the sheet sees them
 * @throws as `getResponseSheet`
 */
export async function responseSheetOf(
  services: Pick<Services, 'db' | 'site' | 'now'>,
  learner: { id: number; name: string; phone: string },
  attemptId: number,
): Promise<ResponseSheet> {
  const ctx = { ...services, user: learner }
  const attempt = await finishedAttempt(ctx, attemptId)
  const paper = await paperOf(ctx, attempt.paper_id)
  const solutions = await solutionsOf(ctx, paper.id)
  const [answered, times, receipts] = await Promise.all([
    outcomesOf(ctx, attempt.id, paper, solutions),
    ownTimes(ctx, attempt),
    ctx.db
      .selectFrom('responses')
      .where('attempt_id', '=', attempt.id)
      .select(['question_id', 'saved_at', 'seq'])
      .execute(),
  ])
  const receiptOf = new Map(receipts.map((receipt) => [receipt.question_id, receipt]))
  const shown = showsAnswers(attempt)
  return {
    ...resultFacts(attempt, paper),
    learner: { name: learner.name, phone: learner.phone },
    made_at: ctx.now(),
    questions: answered.map(({ question: { qid, section, question }, choice, outcome }) => {
      const options = question.answer_option
      const chosen = options.findIndex(({ id }) => id === choice)
      const receipt = receiptOf.get(qid)
      const places = (ids: Set<number>) => options.flatMap(({ id }, index) => (ids.has(id) ? [index] : []))
      const { rightOptions = new Set<number>(), corrected = null } = solutions.get(qid) ?? {}
      return {
        section,
        question_content: question.question_content,
        chosen: chosen < 0 ? null : { position: chosen, answer_option: options[chosen]!.answer_option },
        time_ms: times.ms.get(qid) ?? null,
        saved_at: receipt?.saved_at ?? null,
        seq: receipt?.seq ?? null,
        right: shown ? places(rightOptions) : null,
        corrected: shown && corrected ? places(corrected) : null,
        outcome: shown ? outcome : null,
        marks: shown ? marksOf(unitsOf(outcome, paper), paper) : null,
      }
    }),
  }
}

function unitsOf(outcome: Outcome, { correct_units, wrong_units }: Marking): number {
  return { correct: correct_units, incorrect: -wrong_units, unanswered: 0 }[outcome]
}
