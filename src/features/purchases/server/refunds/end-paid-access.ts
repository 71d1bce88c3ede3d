import type { Db } from '#db/database.ts'
import { validUntil } from '../../purchases.rules.ts'
import { moveEnd } from '../access.ts'

/**
 * Takes back what a payment opened, once all of it is back: the course ends where the learner's other payments that were kept
 * let it end, and at once where there are none.
 * @returns whether the course ends earlier than before
 * @throws conflict when somebody else moved its end meanwhile
 */
export async function endPaidAccess(
  tx: Db,
  now: number,
  { userId, courseId, paymentId }: { userId: number; courseId: number; paymentId: number },
): Promise<boolean> {
  const enrolment = await tx
    .selectFrom('enrolments')
    .select('valid_until')
    .where('user_id', '=', userId)
    .where('course_id', '=', courseId)
    .executeTakeFirst()
  if (!enrolment || enrolment.valid_until < now) return false
  const others = await tx
    .selectFrom('payments')
    .innerJoin('purchases', 'purchases.id', 'payments.purchase_id')
    .innerJoin('courses', 'courses.id', 'purchases.course_id')
    .leftJoin('payment_refunds', (join) =>
      join.onRef('payment_refunds.payment_id', '=', 'payments.id').on('payment_refunds.status', '=', 'done'),
    )
    .where('purchases.user_id', '=', userId)
    .where('purchases.course_id', '=', courseId)
    .where('payments.status', '=', 'granted')
    .where('payments.id', '!=', paymentId)
    .groupBy(['payments.id', 'courses.validity_days'])
    .select(({ fn }) => [
      'payments.amount_paise',
      'payments.captured_at',
      'payments.valid_until',
      'courses.validity_days',
      fn.sum<number | null>('payment_refunds.amount_paise').as('refunded'),
    ])
    .execute()
  const ends = others
    .filter(({ amount_paise, refunded }) => (refunded ?? 0) < amount_paise)
    // Of payments from before that was noted, what a sale of their day gives.
    .map(({ valid_until, captured_at, validity_days }) => valid_until ?? validUntil(captured_at, validity_days))
  const end = Math.max(now - 1, ...ends)
  if (end >= enrolment.valid_until) return false
  await moveEnd(tx, { userId, courseId }, enrolment.valid_until, end)
  return true
}
