import type { StaffContext } from '#core/context.ts'
import { didLately, logWork } from '#core/staff/staff-log.ts'
import { inTransaction } from '#db/statements/transaction.ts'
import { learnerNumbered } from '#features/auth/server/accounts.ts'
import { contactFor } from '#features/auth/staff/server/contact.ts'
import type { InputOf, ReplyOf } from '#lib/both/calls/endpoint.ts'
import { MINUTE } from '#lib/both/time/clock.ts'
import { responseSheetOf } from '../../result/server/response-sheet.ts'
import type { getLearnerSheet as contract } from '../learner-attempts.contract.ts'

/** Looks at the same sheet within this time are one entry of the audit log. */
const ONE_LOOK = 10 * MINUTE

/**
 * Response sheet of a learner's attempt with what the learner sees of it: right answers only where the exam shows them.
 * @throws notFound where there is no such learner, or the attempt is another learner's; conflict not_finished
 */
export async function getLearnerSheet(
  ctx: StaffContext,
  { params: { id: userId, attemptId } }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const found = await learnerNumbered(ctx.db, userId)
  const { name, country_code, phone } = contactFor(found, ctx.staff.roles)
  const learner = { id: userId, name: name ?? '', phone: `+${country_code} ${phone}` }
  const sheet = await responseSheetOf(ctx, learner, attemptId)
  const work = ctx.work()
  const act = { action: 'response sheet looked at', subject: `attempt ${attemptId} of exam ${sheet.exam_id}` }
  if (!(await didLately(ctx.db, work, act, ONE_LOOK)))
    await inTransaction(ctx.db, (tx) => logWork(tx, work, { ...act, userId }))
  return sheet
}
