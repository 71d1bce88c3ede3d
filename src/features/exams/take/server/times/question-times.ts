import type { LearnerContext } from '#core/context.ts'
import { paperOf } from '../../../server/papers.ts'

interface AttemptWithTime {
  id: number
  paper_id: number
  started_at: number
  deadline_at: number
}

/** Tabs of an attempt whose accounts are kept: more is no candidate who changes between devices. */
const MOST_TABS = 20

/**
 * Keeps how long a tab showed each question. It is the candidate's own account and no reason to refuse a submit: questions
 * of other papers are left out, and nothing is longer than the attempt. The longest account of a tab counts, so that one
 * that is repeated or overtaken changes nothing; those of an attempt's tabs add up, for one writes at a time.
 * @param writer the tab's name, when it has one
 */
export async function keepQuestionTimes(
  ctx: LearnerContext,
  attempt: AttemptWithTime,
  times: readonly { qid: number; ms: number }[],
  writer = '',
): Promise<void> {
  const { questions } = await paperOf(ctx, attempt.paper_id)
  const given = new Map(times.map(({ qid, ms }) => [qid, ms]))
  const longest = lengthOf(attempt)
  const rows = questions.flatMap(({ qid }) => {
    const ms = Math.min(given.get(qid) ?? 0, longest)
    return ms > 0 ? [{ attempt_id: attempt.id, question_id: qid, ms, writer }] : []
  })
  if (rows.length === 0) return
  const tabs = await ctx.db
    .selectFrom('question_times')
    .where('attempt_id', '=', attempt.id)
    .select('writer')
    .distinct()
    .execute()
  if (tabs.length >= MOST_TABS && !tabs.some((tab) => tab.writer === writer)) return
  await ctx.db
    .insertInto('question_times')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['attempt_id', 'question_id', 'writer'])
        .doUpdateSet(({ ref }) => ({ ms: ref('excluded.ms') }))
        .whereRef('excluded.ms', '>', 'question_times.ms'),
    )
    .execute()
}

/** Milliseconds; none where a clock that was set back put the end before the start. */
function lengthOf({ started_at, deadline_at }: AttemptWithTime): number {
  return Math.max(0, deadline_at - started_at)
}

export interface OwnTimes {
  /** `answers`: not measured by any exam screen, but the last visit of each question that was answered. */
  by: 'screen' | 'answers' | 'nothing'
  /** Milliseconds by question. A question that was never on the screen has none. */
  ms: Map<number, number>
}

/** How long a finished attempt's questions were on the screen, as well as that is known. */
export async function ownTimes({ db }: Pick<LearnerContext, 'db'>, attempt: AttemptWithTime): Promise<OwnTimes> {
  const measured = await db
    .selectFrom('question_times')
    .where('attempt_id', '=', attempt.id)
    .select(['question_id', 'ms'])
    .execute()
  const visits = await db
    .selectFrom('responses')
    .where('attempt_id', '=', attempt.id)
    .where('time_from', '>', 0)
    .whereRef('time_to', '>', 'time_from')
    .select(['question_id', 'time_from', 'time_to'])
    .execute()
  const longest = lengthOf(attempt)
  const sums = new Map<number, number>()
  for (const { question_id, ms } of measured) sums.set(question_id, (sums.get(question_id) ?? 0) + ms)
  // A device that answered and was never heard of again has left its last visit of the question.
  for (const { question_id, time_from, time_to } of visits)
    if (!sums.has(question_id)) sums.set(question_id, time_to! - time_from!)
  const ms = new Map([...sums].map(([question, sum]) => [question, Math.min(sum, longest)]))
  return { by: measured.length > 0 ? 'screen' : ms.size > 0 ? 'answers' : 'nothing', ms }
}
