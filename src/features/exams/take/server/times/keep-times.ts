import type { LearnerContext } from '#core/context.ts'
import type { InputOf } from '#lib/both/calls/endpoint.ts'
import { notFound } from '#lib/both/calls/errors.ts'
import type { keepTimes as contract } from '../../take.contract.ts'
import { keepQuestionTimes } from './question-times.ts'

/**
 * Keeps a tab's account of an attempt, whoever writes to it by now and also when it is over: a tab that lost its attempt
 * still tells what it had shown before.
 * @throws notFound when the attempt is not the caller's
 */
export async function keepTimes(ctx: LearnerContext, { body }: Pick<InputOf<typeof contract>, 'body'>) {
  const attempt = await ctx.db
    .selectFrom('attempts')
    .where('id', '=', body.attempt_id)
    .where('user_id', '=', ctx.user.id)
    .where('exam_id', '=', body.exam_id)
    .select(['id', 'paper_id', 'started_at', 'deadline_at'])
    .executeTakeFirst()
  if (!attempt) throw notFound('There is no such attempt.')
  await keepQuestionTimes(ctx, attempt, body.times, body.writer)
  return { status: true, success: true, message: 'Kept' }
}
