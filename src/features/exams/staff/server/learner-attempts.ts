import { counted } from '#lib/both/text/format.ts'
import { createOnce } from '#core/calls/create-once.ts'
import type { StaffContext } from '#core/context.ts'
import { learnerNumbered, takeTurnOf } from '#features/auth/server/accounts.ts'
import type { InputOf, ReplyOf } from '#lib/both/calls/endpoint.ts'
import { displayTime, withZone } from '#lib/both/time/clock.ts'
import { marksOf, percentageOf, totalMarks } from '../../exams.rules.ts'
import { compareFirst } from '../../result/server/standing.ts'
import { attemptsAllowed } from '../../server/attempts-allowed.ts'
import type * as contracts from '../learner-attempts.contract.ts'
import { giveAttempts } from './extra/extra-attempts.ts'
import { giveTime, openAttemptOf } from './extra/give-time.ts'

/** Attempts a page. */
const PAGE = 20

/** @throws notFound */
export async function listLearnerAttempts(
  { db }: StaffContext,
  { params: { id: userId }, query: { before } }: InputOf<typeof contracts.listLearnerAttempts>,
): Promise<ReplyOf<typeof contracts.listLearnerAttempts>> {
  await learnerNumbered(db, userId)
  const rows = await db
    .selectFrom('attempts')
    .innerJoin('exams', 'exams.id', 'attempts.exam_id')
    .innerJoin('papers', 'papers.id', 'attempts.paper_id')
    .where('attempts.user_id', '=', userId)
    .$if(before !== undefined, (query) => query.where('attempts.id', '<', before!))
    .select(({ selectFrom, fn }) => [
      'attempts.id',
      'attempts.exam_id',
      'exams.title',
      'attempts.number',
      'attempts.status',
      'attempts.started_at',
      'attempts.deadline_at',
      'attempts.submitted_at',
      'attempts.finished_by',
      'attempts.time_left',
      'attempts.score_units',
      'attempts.correct_count as correct',
      'attempts.incorrect_count as incorrect',
      'papers.question_count as questions',
      'papers.units_per_mark',
      'papers.correct_units',
      'papers.wrong_units',
      attemptsAllowed(userId).as('attempts_allowed'),
      selectFrom('attempts as all')
        .whereRef('all.exam_id', '=', 'attempts.exam_id')
        .where('all.user_id', '=', userId)
        .select(fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('attempts_used'),
    ])
    .orderBy('attempts.id', 'desc')
    .limit(PAGE + 1)
    .execute()
  const shown = rows.slice(0, PAGE)
  const data = shown.map(async ({ exam_id, title, time_left, score_units, status, ...row }) => {
    const { units_per_mark, correct_units, wrong_units, ...attempt } = row
    const paper = { units_per_mark, correct_units, wrong_units }
    const isScored = status === 'completed' && score_units !== null
    // Ranks know first attempts alone.
    const ranked = isScored && row.number === 1 ? await compareFirst(db, userId, exam_id) : undefined
    return {
      ...attempt,
      status,
      exam: { id: exam_id, title },
      waits: time_left !== null,
      marks: isScored ? marksOf(score_units, paper) : null,
      total_marks: totalMarks(row.questions, paper),
      percentage: isScored ? percentageOf(score_units, row.questions * correct_units) : null,
      rank: ranked ? ranked.ahead + 1 : null,
      candidates: ranked?.candidates ?? null,
    }
  })
  return { data: await Promise.all(data), next: rows.length > PAGE ? shown.at(-1)!.id : null }
}

export function giveLearnerAttempts(
  ctx: StaffContext,
  { params: { id: userId }, body }: InputOf<typeof contracts.giveLearnerAttempts>,
): Promise<ReplyOf<typeof contracts.giveLearnerAttempts>> {
  const { exam_id: examId, attempts, reason } = body
  return createOnce(ctx, async (tx) => {
    await takeTurnOf(tx, userId)
    const now = await giveAttempts({ db: tx }, ctx.work(reason), { userId, examId, attempts })
    const message = `They may make ${counted(now.allowed + now.extra, 'attempt')} now, and have made ${now.used}`
    return { status: true, success: true, message, ...now }
  })
}

/** @throws notFound where the learner is in no attempt of the exam; as `giveTime` */
export function giveLearnerTime(
  ctx: StaffContext,
  { params: { id: userId }, body }: InputOf<typeof contracts.giveLearnerTime>,
): Promise<ReplyOf<typeof contracts.giveLearnerTime>> {
  const { exam_id: examId, minutes, reason } = body
  return createOnce(ctx, async (tx) => {
    const attemptId = await openAttemptOf(tx, userId, examId)
    const { deadline_at } = await giveTime({ db: tx }, ctx.work(reason), { attemptId, minutes })
    const message = `The attempt ends at ${withZone(displayTime(deadline_at))} now`
    return { status: true, success: true, message, attempt_id: attemptId, deadline_at }
  })
}
