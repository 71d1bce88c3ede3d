import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { createOnce } from '#core/calls/create-once.ts'
import type { StaffContext } from '#core/context.ts'
import { logWork } from '#core/staff/staff-log.ts'
import type { Db, Engine } from '#db/database.ts'
import type { InputOf, ReplyOf } from '#lib/both/calls/endpoint.ts'
import { conflict, notFound } from '#lib/both/calls/errors.ts'
import { counted } from '#lib/both/text/format.ts'
import { MINUTE } from '#lib/both/time/clock.ts'
import type { giveTimeToAll as contract } from '../../exams.contract.ts'

/** Attempts that one statement changes. */
const BATCH = 500

/**
 * Gives all attempts of an exam that are running more time, in one transaction: either all of them get it or none. An attempt
 * that is submitted at the same moment is left out, as are attempts that were given back and not continued. The new end may lie
 * after the exam has closed, as with time for one attempt.
 * @throws notFound; conflict where nobody is taking the exam
 */
export function giveTimeToAll(
  ctx: StaffContext,
  { params: { id: examId }, body: { minutes, reason } }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  return createOnce(ctx, async (tx) => {
    const work = ctx.work(reason)
    const exam = await tx.selectFrom('exams').select('id').where('id', '=', examId).executeTakeFirst()
    if (!exam) throw notFound('There is no such exam.')
    const learners: number[] = []
    let last = 0
    for (;;) {
      const running = await lockRunning(tx, ctx.engine, { examId, now: work.now, after: last })
      if (running.length === 0) break
      last = running.at(-1)!.id
      learners.push(...(await moveEnds(tx, { ids: running.map(({ id }) => id), minutes, now: work.now })))
      await setImmediate()
    }
    if (learners.length === 0) throw conflict('Nobody is taking this exam now.', 'conflict')
    await logWork(tx, work, {
      action: 'exam time given to all',
      subject: `exam ${examId}`,
      userId: learners,
      after: { minutes, candidates: learners.length },
    })
    const message = `${counted(learners.length, 'candidate')} got ${counted(minutes, 'minute')} more`
    return { status: true, success: true, message, candidates: learners.length }
  })
}

/** Running attempts in the order of their ids, locked in this order so that two calls cannot wait for each other. */
function lockRunning(tx: Db, engine: Engine, { examId, now, after }: { examId: number; now: number; after: number }) {
  const running = tx
    .selectFrom('attempts')
    .select('id')
    .where('exam_id', '=', examId)
    .where('status', '=', sql.lit('open' as const))
    .where('deadline_at', '>', now)
    .where('time_left', 'is', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(BATCH)
  return (engine === 'postgres' ? running.forUpdate() : running).execute()
}

/** @returns the learners of the attempts */
async function moveEnds(
  tx: Db,
  { ids, minutes, now }: { ids: number[]; minutes: number; now: number },
): Promise<number[]> {
  const more = minutes * MINUTE
  const moved = await tx
    .updateTable('attempts')
    .set({ deadline_at: sql<number>`deadline_at + cast(${more} as bigint)` })
    .where('id', 'in', ids)
    .returning(['id', 'user_id', 'deadline_at'])
    .execute()
  const rows = moved.map(({ id, deadline_at }) => ({
    ...{ attempt_id: id, given_at: now, minutes },
    ...{ deadline_before: deadline_at - more, deadline_at },
  }))
  await tx.insertInto('attempt_extensions').values(rows).execute()
  return moved.map(({ user_id }) => user_id)
}
