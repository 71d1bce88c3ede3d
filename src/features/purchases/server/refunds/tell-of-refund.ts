import type { Db } from '#db/database.ts'
import { sendNotification } from '#features/notifications/server/send-notification.ts'
import { escapeText } from '#lib/server/text/html.ts'
import { formatInr } from '#lib/both/money.ts'
import { paths } from '#lib/both/paths.ts'
import type { RefundReason } from '../../purchases.rules.ts'
import { refundNote } from './refund-note.ts'

/**
 * Tells a learner, who may have left long ago, that the payment comes back because the price has changed, and what it is
 * now. Other refunds are of payments that a learner made twice, or that came out wrong at the provider; the page that they
 * are on tells of them.
 */
export async function tellOfRefund(
  tx: Db,
  now: number,
  { paymentId, purchaseId, reason }: { paymentId: number; purchaseId: number; reason: RefundReason },
): Promise<void> {
  if (reason !== 'price_changed' && reason !== 'renewal_changed') return
  const { amount_paise, user_id, course_id, title } = await tx
    .selectFrom('payments')
    .innerJoin('purchases', 'purchases.id', 'payments.purchase_id')
    .innerJoin('courses', 'courses.id', 'purchases.course_id')
    .where('payments.id', '=', paymentId)
    .select(['payments.amount_paise', 'purchases.user_id', 'purchases.course_id', 'courses.title'])
    .executeTakeFirstOrThrow()
  const note = await refundNote(tx, { reason, courseId: course_id, userId: user_id })
  await sendNotification(
    { db: tx, now: () => now },
    {
      to: { userId: user_id },
      kind: 'announcements',
      title: `Your payment of ${formatInr(amount_paise)} is being refunded`,
      message: `<p><strong>${escapeText(title)}</strong></p><p>${escapeText(note ?? '')}</p>`,
      target: paths.purchase(purchaseId),
      key: `refund:${paymentId}`,
    },
  )
}

interface MoneyBack {
  refundId: number
  userId: number
  courseId: number
  purchaseId: number
  amountPaise: number
  creditNote: string
  /** Whether all of the payment is back now. */
  whole: boolean
  /** Whether the course has ended by it. */
  closed: boolean
}

/** Tells a learner that staff have sent money back, and what became of the course. */
export async function tellOfMoneyBack(tx: Db, now: number, back: MoneyBack): Promise<void> {
  const { title } = await tx
    .selectFrom('courses')
    .select('title')
    .where('id', '=', back.courseId)
    .executeTakeFirstOrThrow()
  const amount = formatInr(back.amountPaise)
  const words = [
    `Credit note ${back.creditNote} stands with the payment under My Purchases.`,
    ...(back.closed ? ['What the payment opened of the course has ended.'] : []),
  ]
  await sendNotification(
    { db: tx, now: () => now },
    {
      to: { userId: back.userId },
      kind: 'announcements',
      title: back.whole ? `Your payment is refunded: ${amount}` : `A part of your payment is refunded: ${amount}`,
      message: `<p><strong>${escapeText(title)}</strong></p><p>${escapeText(words.join(' '))}</p>`,
      target: paths.purchase(back.purchaseId),
      key: `refunded:${back.refundId}`,
    },
  )
}
