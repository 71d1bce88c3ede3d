import { sql } from 'kysely'
import type { LearnerContext } from '#core/context.ts'
import type { InputOf } from '#lib/both/calls/endpoint.ts'
import { conflict, notFound } from '#lib/both/calls/errors.ts'
import type { claimAttempt as contract } from '../take.contract.ts'
import { responsesOf } from '../../detail/server/exam-detail.ts'

/**
 * Makes the caller the one writer of its attempt, from this moment on (docs/decisions/0013-one-writer-and-offline.md). What
 * the former writer had saved before is in the reply; what it sends afterwards is refused. Repeating it changes nothing.
 *
 * On PostgreSQL a save holds a share lock on the attempt until it is stored (save-answer.ts), so the claim waits for saves
 * under way, and saves that wait for the claim see the new writer. SQLite has one writer at a time.
 * @throws notFound when the attempt is not the caller's
 * @throws conflict finished when its time is over or it was submitted
 */
export async function claimAttempt(ctx: LearnerContext, { body }: Pick<InputOf<typeof contract>, 'body'>) {
  const now = ctx.now()
  const own = (db: Pick<LearnerContext['db'], 'updateTable'>) =>
    db
      .updateTable('attempts')
      .set({ writer: body.writer })
      .where('id', '=', body.attempt_id)
      .where('user_id', '=', ctx.user.id)
      .where('exam_id', '=', body.exam_id)
      .where('status', '=', sql.lit('open' as const))
      .where('deadline_at', '>', now)
      .where('time_left', 'is', null)
      .returning(['id', 'number', 'started_at', 'deadline_at'])
      .executeTakeFirst()
  const claimed = await ctx.groupCommit(own)
  if (!claimed) {
    const there = await ctx.db
      .selectFrom('attempts')
      .where('id', '=', body.attempt_id)
      .where('user_id', '=', ctx.user.id)
      .where('exam_id', '=', body.exam_id)
      .select('id')
      .executeTakeFirst()
    throw there ? conflict('The exam is over.', 'finished') : notFound('There is no such attempt.')
  }
  return {
    status: true,
    success: true,
    message: 'The exam continues here.',
    server_time: now,
    data: { ...claimed, writer: 'you' as const, responses: await responsesOf(ctx, claimed.id) },
  }
}
