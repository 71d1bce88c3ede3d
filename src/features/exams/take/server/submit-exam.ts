import { sql } from 'kysely'
import type { LearnerContext } from '#core/context.ts'
import { preparedOnce, type Slots } from '#db/statements/prepared.ts'
import type { InputOf } from '#lib/both/calls/endpoint.ts'
import { conflict, notFound } from '#lib/both/calls/errors.ts'
import type { submitExam as contract } from '../take.contract.ts'
import { finalise } from '../../server/finalise.ts'
import { keepQuestionTimes } from './times/question-times.ts'
import { givenBack, otherWriter } from './save-refusal.ts'

/**
 * Finishes the named attempt, or the latest. Idempotent: an attempt that is finished already, by an earlier submit or by
 * the deadline, gives the same result.
 * @throws conflict not_started; other_writer before the deadline, when another tab or device has claimed the attempt;
 * given_back while it waits for its learner to continue; more_time when it ends later than its caller knows, who submits
 * because its time is over
 * @throws notFound when the attempt is not the caller's
 */
export async function submitExam(ctx: LearnerContext, { body }: Pick<InputOf<typeof contract>, 'body'>) {
  const [attempt] = await toSubmit(ctx.db, {
    userId: ctx.user.id,
    examId: body.exam_id,
    attemptId: body.attempt_id ?? null,
  })
  if (!attempt) {
    if (body.attempt_id !== undefined) throw notFound('There is no such attempt.')
    throw conflict('Start the exam first.', 'not_started')
  }
  const by = { writer: body.writer, end: body.deadline_at }
  if (attempt.status === 'open' && !(await finalise(ctx, attempt.id, ctx.now(), by))) {
    await refuseWhileOpen(ctx, attempt.id, by.end)
  }
  if (body.times) await keepQuestionTimes(ctx, attempt, body.times, body.writer)
  return {
    status: true,
    success: true,
    message: 'Exam submitted successfully.',
    result_id: attempt.id,
    exam_type: { id: attempt.exam_type_id },
  }
}

/** The named attempt, or the latest. */
const toSubmit = preparedOnce((db, slot: Slots<{ userId: number; examId: number; attemptId: number | null }>) =>
  db
    .selectFrom('attempts')
    .innerJoin('exams', 'exams.id', 'attempts.exam_id')
    .where('attempts.user_id', '=', slot('userId'))
    .where('attempts.exam_id', '=', slot('examId'))
    .where(sql<boolean>`attempts.id = coalesce(cast(${slot('attemptId')} as integer), attempts.id)`)
    .select([
      'attempts.id',
      'attempts.status',
      'attempts.paper_id',
      'attempts.started_at',
      'attempts.deadline_at',
      'exams.exam_type_id',
    ])
    .orderBy('attempts.number', 'desc')
    .limit(1),
)

/** Another call may have finished it in the same moment; still open, it is another's to finish. */
async function refuseWhileOpen(
  { db }: LearnerContext,
  attemptId: number,
  end: number | null | undefined,
): Promise<void> {
  const { status, time_left, deadline_at } = await db
    .selectFrom('attempts')
    .where('id', '=', attemptId)
    .select(['status', 'time_left', 'deadline_at'])
    .executeTakeFirstOrThrow()
  if (status !== 'open') return
  if (time_left !== null) throw givenBack()
  throw typeof end === 'number' && deadline_at > end ? moreTime() : otherWriter()
}

const moreTime = () => conflict('The attempt was given more time: it goes on.', 'more_time')
