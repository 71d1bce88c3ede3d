import { sql } from 'kysely'
import type { LearnerContext } from '#core/context.ts'
import { preparedOnce, type Slots } from '#db/statements/prepared.ts'
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
  const { attempt_id: attemptId, exam_id: examId, writer } = body
  const [claimed] = await ctx.groupCommit((db) => claim(db, { attemptId, userId: ctx.user.id, examId, writer, now }))
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
  const { paper_id: _, ...attempt } = claimed
  return {
    status: true,
    success: true,
    message: 'The exam continues here.',
    server_time: now,
    data: { ...attempt, writer: 'you' as const, responses: await responsesOf(ctx, claimed) },
  }
}

interface Claim {
  attemptId: number
  userId: number
  examId: number
  writer: string
  now: number
}

const claim = preparedOnce((db, slot: Slots<Claim>) =>
  db
    .updateTable('attempts')
    .set({ writer: slot('writer') })
    .where('id', '=', slot('attemptId'))
    .where('user_id', '=', slot('userId'))
    .where('exam_id', '=', slot('examId'))
    .where('status', '=', sql.lit('open' as const))
    .where('deadline_at', '>', slot('now'))
    .where('time_left', 'is', null)
    .returning(['id', 'paper_id', 'number', 'started_at', 'deadline_at']),
)
