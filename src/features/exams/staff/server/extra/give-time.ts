import { sql } from 'kysely'
import type { Services } from '#core/context.ts'
import { logWork, type StaffWork } from '#core/staff/staff-log.ts'
import type { Db } from '#db/database.ts'
import { inTransaction } from '#db/statements/transaction.ts'
import { MINUTE } from '#lib/both/time/clock.ts'
import { conflict, invalid, notFound, type ApiError } from '#lib/both/calls/errors.ts'

/** Minutes that are given at once, at most. */
const MOST_MINUTES = 180

/** What an attempt has after it was given time. Instants are milliseconds. */
export interface GivenTime {
  attempt_id: number
  deadline_before: number
  deadline_at: number
  /** When the exam closes to all others: an end after that is meant. */
  closes_at: number
}

/**
 * Gives an attempt under way more time, by one conditional update: of a submit in the same moment one comes first. The end
 * may lie after the exam has closed (docs/decisions/0075-exam-statistics-for-staff.md). Its learner's screen follows within
 * ten seconds.
 * @param given minutes: whole, 1 to 180
 * @throws invalid minutes, reason
 * @throws notFound when there is no such attempt
 * @throws conflict finished; given_back while it waits for its learner to continue, when no time of it runs
 */
export async function giveTime(
  { db }: Pick<Services, 'db'>,
  work: StaffWork,
  { attemptId, minutes }: { attemptId: number; minutes: number },
): Promise<GivenTime> {
  if (!Number.isInteger(minutes) || minutes < 1 || minutes > MOST_MINUTES)
    throw invalid({ minutes: `Whole minutes, 1 to ${MOST_MINUTES}` })
  const more = minutes * MINUTE
  return inTransaction(db, async (tx) => {
    const moved = await tx
      .updateTable('attempts')
      .set({ deadline_at: sql<number>`deadline_at + cast(${more} as bigint)` })
      .where('id', '=', attemptId)
      .where('status', '=', sql.lit('open' as const))
      .where('deadline_at', '>', work.now)
      .where('time_left', 'is', null)
      .returning(['user_id', 'exam_id', 'deadline_at'])
      .executeTakeFirst()
    if (!moved) throw await whyNot(tx, attemptId)
    const { user_id: userId, exam_id: examId, deadline_at } = moved
    const deadline_before = deadline_at - more
    await tx
      .insertInto('attempt_extensions')
      .values({ attempt_id: attemptId, given_at: work.now, minutes, deadline_before, deadline_at })
      .execute()
    await logWork(tx, work, {
      action: 'exam time given',
      subject: `attempt ${attemptId} of exam ${examId}`,
      userId,
      before: { deadline_at: deadline_before },
      after: { deadline_at },
    })
    const { closes_at } = await tx
      .selectFrom('exams')
      .where('id', '=', examId)
      .select('closes_at')
      .executeTakeFirstOrThrow()
    return { attempt_id: attemptId, deadline_before, deadline_at, closes_at }
  })
}

async function whyNot(tx: Db, attemptId: number): Promise<ApiError> {
  const attempt = await tx
    .selectFrom('attempts')
    .where('id', '=', attemptId)
    .select(['status', 'time_left'])
    .executeTakeFirst()
  if (!attempt) return notFound('There is no such attempt.')
  return attempt.status === 'open' && attempt.time_left !== null
    ? conflict('The attempt was given back, and its time runs once its learner continues.', 'given_back')
    : conflict('The attempt is over.', 'finished')
}

/**
 * The attempt of an exam that a learner is in.
 * @throws notFound
 */
export async function openAttemptOf(db: Db, userId: number, examId: number): Promise<number> {
  const open = await db
    .selectFrom('attempts')
    .where('user_id', '=', userId)
    .where('exam_id', '=', examId)
    .where('status', '=', sql.lit('open' as const))
    .select('id')
    .executeTakeFirst()
  if (!open) throw notFound('This learner is in no attempt of the exam.')
  return open.id
}
