import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { inTransaction } from '#db/statements/transaction.ts'
import { DAY, SECOND, type Clock } from '#lib/both/time/clock.ts'

/** How long an attempt that was given back waits for its learner. Then it is scored with what was saved. */
export const WAITS = 7 * DAY

/** A time that passed for nobody who was in an exam: the clock went from one instant to the other. */
export interface Lost {
  from: number
  to: number
}

/** Clocks of servers differ by so much. */
const SLACK = 2 * SECOND

/**
 * Attempts that the clock ended in a time that never passed for their learners, oldest first: their deadline lies in it, and
 * they were finished after it, when the clock was past it at once. What ended as it should is not among them.
 * @param only one attempt, if it is one of them
 */
export function endedByClock(db: Db, { from, to }: Lost, only?: number) {
  return db
    .selectFrom('attempts')
    .innerJoin('exams', 'exams.id', 'attempts.exam_id')
    .innerJoin('users', 'users.id', 'attempts.user_id')
    .where('attempts.finished_by', '=', sql.lit('deadline' as const))
    .where('attempts.deadline_at', '>', from)
    .where('attempts.deadline_at', '<=', to)
    .where('attempts.finished_at', '>=', to - SLACK)
    .$if(only !== undefined, (query) => query.where('attempts.id', '=', only!))
    .select([
      'attempts.id',
      'attempts.exam_id',
      'attempts.user_id',
      'attempts.number',
      'attempts.started_at',
      'attempts.deadline_at',
      'exams.title',
      'users.name',
      'users.country_code',
      'users.phone',
    ])
    .orderBy('attempts.id')
    .execute()
}

export type EndedByClock = Awaited<ReturnType<typeof endedByClock>>[number]

/** What was left of an attempt at an instant, milliseconds: all of it before it began. */
export function timeLeft(attempt: { started_at: number; deadline_at: number }, from: number): number {
  return attempt.deadline_at - Math.max(from, attempt.started_at)
}

/** busy: its learner is in another attempt of the exam; gone: it has been given back already. */
export type GivenBack = 'given back' | 'busy' | 'gone'

/**
 * Gives an attempt back with the time that was left of it at `from`. It waits until its learner continues; its answers are
 * as they were, and so are its times, to which those of after it add: an open attempt is in no median. Its score and its place
 * in the ranks are taken back with it, in one transaction, so nothing is counted twice. Repeating it changes nothing.
 */
export function giveBack({ db, now }: { db: Db; now: Clock }, attemptId: number, { from }: Lost): Promise<GivenBack> {
  return inTransaction(db, async (tx) => {
    const other = await tx
      .selectFrom('attempts')
      .innerJoin('attempts as open', (join) =>
        join.onRef('open.user_id', '=', 'attempts.user_id').onRef('open.exam_id', '=', 'attempts.exam_id'),
      )
      .where('attempts.id', '=', attemptId)
      .where('open.status', '=', sql.lit('open' as const))
      .select('open.id')
      .executeTakeFirst()
    if (other) return other.id === attemptId ? 'gone' : 'busy'
    const was = await tx.selectFrom('attempts').where('id', '=', attemptId).selectAll().executeTakeFirst()
    if (!was || was.finished_by !== 'deadline') return 'gone'
    const time_left = timeLeft(was, from)
    const reopened = await tx
      .updateTable('attempts')
      .set({
        status: 'open',
        time_left,
        deadline_at: now() + WAITS,
        submitted_at: null,
        finished_by: null,
        finished_at: null,
        score_units: null,
        correct_count: null,
        incorrect_count: null,
        // Whoever continues it writes.
        writer: null,
      })
      .where('id', '=', attemptId)
      .where('finished_by', '=', sql.lit('deadline' as const))
      .where('deadline_at', '=', was.deadline_at)
      .returning('id')
      .executeTakeFirst()
    if (!reopened) return 'gone'
    const { started_at, deadline_at, submitted_at, finished_at, score_units, correct_count, incorrect_count } = was
    await tx
      .insertInto('attempt_returns')
      .values({
        attempt_id: attemptId,
        returned_at: now(),
        time_left,
        ...{ started_at, deadline_at, submitted_at, finished_at, score_units, correct_count, incorrect_count },
      })
      .execute()
    if (was.number === 1) await takeFromRanks(tx, was)
    return 'given back'
  })
}

/** The first attempt counts for the ranks no more (docs/decisions/0015-ranks-and-medians.md). */
async function takeFromRanks(
  tx: Db,
  was: { paper_id: number; score_units: number | null; incorrect_count: number | null },
): Promise<void> {
  await tx
    .updateTable('score_tallies')
    .set((eb) => ({ candidates: eb('candidates', '-', 1) }))
    .where('paper_id', '=', was.paper_id)
    .where('score_units', '=', was.score_units ?? 0)
    .where('incorrect_count', '=', was.incorrect_count ?? 0)
    .execute()
  await tx.deleteFrom('score_tallies').where('paper_id', '=', was.paper_id).where('candidates', '<=', 0).execute()
}

/**
 * The learner continues an attempt that was given back: its time runs on from where it was.
 * @returns false when another call was faster
 */
export async function continueAttempt(db: Db, attemptId: number, now: number): Promise<boolean> {
  // As long as it ever took, so that nobody is faster or slower for what happened between.
  const length = sql<number>`(select deadline_at - started_at from attempt_returns
    where attempt_id = attempts.id order by id desc limit 1)`
  const instant = sql<number>`cast(${now} as bigint)`
  const going = await db
    .updateTable('attempts')
    .set({
      started_at: sql<number>`${instant} + time_left - ${length}`,
      deadline_at: sql<number>`${instant} + time_left`,
      time_left: null,
    })
    .where('id', '=', attemptId)
    .where('status', '=', sql.lit('open' as const))
    .where('time_left', 'is not', null)
    .where('deadline_at', '>', now)
    .returning('id')
    .executeTakeFirst()
  return going !== undefined
}
