import type { LearnerContext } from '#api/context.ts'
import { paperOf } from './papers.ts'

interface AttemptWithTime {
  id: number
  paper_id: number
  started_at: number
  deadline_at: number
}

/**
 * Keeps how long each question was on the candidate's screen, in one statement. It is the candidate's own account and no
 * reason to refuse a submit: questions of other papers are left out, nothing is longer than the attempt, and what is kept
 * already stays.
 */
export async function keepQuestionTimes(
  ctx: LearnerContext,
  attempt: AttemptWithTime,
  times: readonly { qid: number; ms: number }[],
): Promise<void> {
  const { questions } = await paperOf(ctx, attempt.paper_id)
  const given = new Map(times.map(({ qid, ms }) => [qid, ms]))
  const longest = attempt.deadline_at - attempt.started_at
  const rows = questions.flatMap(({ qid }) => {
    const ms = Math.min(given.get(qid) ?? 0, longest)
    return ms > 0 ? [{ attempt_id: attempt.id, question_id: qid, ms }] : []
  })
  if (rows.length === 0) return
  await ctx.db
    .insertInto('question_times')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export interface OwnTimes {
  /** `answers`: not measured by the exam screen, but the last visit of each question that was answered. */
  by: 'screen' | 'answers' | 'nothing'
  /** Milliseconds by question. A question that was never on the screen has none. */
  ms: Map<number, number>
}

/** How long a finished attempt's questions were on the screen, as well as that is known. */
export async function ownTimes({ db }: LearnerContext, attempt: AttemptWithTime): Promise<OwnTimes> {
  const measured = await db
    .selectFrom('question_times')
    .where('attempt_id', '=', attempt.id)
    .select(['question_id', 'ms'])
    .execute()
  if (measured.length > 0) return { by: 'screen', ms: new Map(measured.map((row) => [row.question_id, row.ms])) }
  const visits = await db
    .selectFrom('responses')
    .where('attempt_id', '=', attempt.id)
    .where('time_from', '>', 0)
    .whereRef('time_to', '>', 'time_from')
    .select(['question_id', 'time_from', 'time_to'])
    .execute()
  const longest = attempt.deadline_at - attempt.started_at
  const ms = new Map(visits.map((row) => [row.question_id, Math.min(row.time_to! - row.time_from!, longest)]))
  return { by: ms.size > 0 ? 'answers' : 'nothing', ms }
}
