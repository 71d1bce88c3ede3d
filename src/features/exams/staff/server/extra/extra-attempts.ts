import { sql } from 'kysely'
import type { Services } from '#core/context.ts'
import { logWork, type StaffWork } from '#core/staff/staff-log.ts'
import { inTransaction } from '#db/statements/transaction.ts'
import { invalid, notFound } from '#lib/both/calls/errors.ts'

/** Attempts that a learner is given beyond those of the exam at most, all together. */
const MOST_EXTRA = 100

/** How many attempts a learner has of an exam now. */
export interface AttemptsNow {
  /** By the exam, and beyond it. */
  allowed: number
  extra: number
  /** Begun, finished or not. */
  used: number
}

/**
 * Lets one learner make more attempts of an exam. What was begun or scored stays as it is, and ranks know first attempts
 * alone.
 * @param given attempts: how many more, from 1; with all that were given before at most 100
 * @throws invalid attempts, reason
 * @throws notFound when there is no such exam, or it was withdrawn
 */
export async function giveAttempts(
  { db }: Pick<Services, 'db'>,
  work: StaffWork,
  { userId, examId, attempts }: { userId: number; examId: number; attempts: number },
): Promise<AttemptsNow> {
  const refusal = invalid({ attempts: `A whole number from 1; ${MOST_EXTRA} with those that were given before` })
  if (!Number.isInteger(attempts) || attempts < 1 || attempts > MOST_EXTRA) throw refusal
  return inTransaction(db, async (tx) => {
    const exam = await tx
      .selectFrom('exams')
      .where('id', '=', examId)
      .where('retired', '=', 0)
      .select('attempts_allowed')
      .executeTakeFirst()
    if (!exam) throw notFound('There is no such exam.')
    const { attempts: extra } = await tx
      .insertInto('extra_attempts')
      .values({ user_id: userId, exam_id: examId, attempts })
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'exam_id']).doUpdateSet({
          attempts: sql<number>`extra_attempts.attempts + excluded.attempts`,
        }),
      )
      .returning('attempts')
      .executeTakeFirstOrThrow()
    if (extra > MOST_EXTRA) throw refusal
    const { used } = await tx
      .selectFrom('attempts')
      .where('user_id', '=', userId)
      .where('exam_id', '=', examId)
      .select(({ fn }) => fn.countAll<number>().as('used'))
      .executeTakeFirstOrThrow()
    const allowed = exam.attempts_allowed
    await logWork(tx, work, {
      action: 'exam attempts given',
      subject: `exam ${examId}`,
      userId,
      before: { attempts: allowed + extra - attempts },
      after: { attempts: allowed + extra },
    })
    return { allowed, extra, used }
  })
}
