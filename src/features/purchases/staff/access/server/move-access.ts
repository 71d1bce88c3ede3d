import { logWork, type StaffWork } from '#core/staff/staff-log.ts'
import type { Db } from '#db/database.ts'
import { inTransaction } from '#db/statements/transaction.ts'
import { takeTurnOf } from '#features/auth/server/accounts.ts'
import { conflict } from '#lib/both/calls/errors.ts'
import { formatInr } from '#lib/both/money.ts'
import { escapeText } from '#lib/server/text/html.ts'
import { listDaysLeft } from '../../../server/periods/access.rules.ts'
import { courseFor, tellOfAccess } from '../../../server/access.ts'
import {
  changedMeanwhile,
  extendEnrolment,
  openEnrolment,
  revokePeriods,
} from '../../../server/periods/change-access.ts'

/**
 * Ends one course of a learner and gives its remaining days to another, and tells them: from today where they do not have the
 * other one, or it is over, else from its end.
 * @param given from, to: courses
 * @returns until when the other course is open
 * @throws notFound when there is no such learner or course
 * @throws conflict when the first is not open or not paid whole, or the account has ended
 */
export function moveAccess(
  db: Db,
  work: StaffWork,
  { userId, from, to }: { userId: number; from: number; to: number },
): Promise<number> {
  if (from === to) throw conflict('These are the same course', 'conflict')
  return inTransaction(db, async (tx) => {
    await takeTurnOf(tx, userId)
    const left = await courseFor(tx, userId, from)
    const other = await courseFor(tx, userId, to)
    const { now } = work
    if (left.valid_until === null || left.valid_until < now)
      throw conflict(`${left.title} is not open for the learner`, 'conflict')
    if ((left.renewal_paise ?? 0) > 0)
      throw conflict(`${formatInr(left.renewal_paise!)} are left to pay of ${left.title}: enter it first`, 'conflict')
    const ended = await revokePeriods(tx, { userId, courseId: from }, now, { by: 'move' })
    if (!ended) throw changedMeanwhile()
    const moved = listDaysLeft(ended.revoked, now).map(({ days, payment_id }) => {
      return { kind: 'move', days, paymentId: payment_id, by: work.who } as const
    })
    const change = other.valid_until === null ? openEnrolment : extendEnrolment
    const opened = await change(tx, { userId, courseId: to }, now, moved)
    if (!opened) throw changedMeanwhile()
    const { until } = opened
    await tellOfAccess(tx, now, {
      userId,
      courseId: to,
      course: other.title,
      until,
      title: 'Your course has been exchanged',
      more: ` It takes the place of <strong>${escapeText(left.title)}</strong>.`,
    })
    await logWork(tx, work, {
      action: 'access moved',
      subject: `course ${from} to course ${to}`,
      userId,
      before: { from_valid_until: ended.before, to_valid_until: other.valid_until },
      after: { from_valid_until: ended.until, to_valid_until: until },
    })
    return until
  })
}
