import type { Db } from '#db/database.ts'
import { takeTurn } from '#features/auth/server/accounts.ts'
import type { ProviderPayment } from '#providers/payment/payment-provider.ts'
import { agreedPrice, coversPrice, type RefundReason } from '../../purchases.rules.ts'
import { extendEnrolment, openEnrolment, type NewPeriod } from '../periods/change-access.ts'
import type { Order } from './settle.ts'

/** What became of captured money: why it cannot be honoured, if so, and what is asked now, in paise, where that was looked at. */
export interface Fulfilled {
  reason?: RefundReason
  asked?: number
  /** Until when the course is open by it, where it is. */
  until?: number
  /** Ids of the periods that it gives. */
  periods?: number[]
}

/**
 * Gives what was paid for, in the transaction of the caller, if the money covers what is asked now: the price of the course,
 * or one that ended at most a day before it was paid, and what is left to pay of a renewal.
 * @param now counts as the time of the payment where the provider tells none
 */
export async function fulfil(
  tx: Db,
  order: Order,
  payment: Pick<ProviderPayment, 'amountPaise' | 'currency' | 'paidAt'>,
  now: number,
): Promise<Fulfilled> {
  if (payment.amountPaise !== order.amount_paise || payment.currency !== 'INR') return { reason: 'amount_differs' }
  // Desk sales and refunds lock the learner first as well, and the series of invoices later: any other order can deadlock.
  const { deleted_at } = await takeTurn(tx, await readBuyer(tx, order.purchase_id))
  const claimed = await tx
    .updateTable('payment_orders')
    .set({ status: 'paid', paid_at: now })
    .where('id', '=', order.id)
    .where('status', '!=', 'paid')
    .returning(['created_at', 'amount_paise as total_paise', 'price_paise', 'offer_paise', 'gst_percent'])
    .executeTakeFirst()
  if (!claimed) return { reason: 'order_already_paid' }
  const bought = await readBought(tx, order.purchase_id)
  if (deleted_at !== null) return { reason: 'account_ended' }
  if (order.kind === 'renewal') {
    const renewed = await renew(tx, bought, payment.amountPaise, now)
    if (renewed.reason) return renewed
    await close(tx, order.purchase_id)
    return renewed
  }
  if (bought.enrolment_id !== null) return { reason: 'already_purchased' }
  const today = agreedPrice(bought)
  const asked = today.total_paise
  const paidAt = Math.min(payment.paidAt ?? now, now)
  // Of a change that nobody noted it is known only that the price was right when the order was made.
  const endedAt = Math.max(claimed.created_at, await endOfPrice(tx, bought.course_id, payment.amountPaise))
  const { price_paise, offer_paise, gst_percent, total_paise } = claimed
  // The tax of an order from before may be rounded otherwise: a paisa of it is no other price.
  const isPriceOfToday = offer_paise === today.offer_paise && gst_percent === today.gst_percent
  if (!isPriceOfToday && !coversPrice(payment.amountPaise, asked, paidAt, endedAt))
    return { reason: 'price_changed', asked }
  const { user_id: userId, course_id: courseId } = bought
  const opened = await openEnrolment(tx, { userId, courseId }, now, [periodOf(bought)])
  if (!opened) return { reason: 'already_purchased' }
  const agreed =
    price_paise !== null && offer_paise !== null && gst_percent !== null
      ? { price_paise, offer_paise, gst_percent, total_paise }
      : {}
  await close(tx, order.purchase_id, agreed)
  return { asked, until: opened.until, periods: opened.periods }
}

async function readBuyer(tx: Db, purchaseId: number): Promise<number> {
  const { user_id } = await tx
    .selectFrom('purchases')
    .select('user_id')
    .where('id', '=', purchaseId)
    .executeTakeFirstOrThrow()
  return user_id
}

type Bought = Awaited<ReturnType<typeof readBought>>

function readBought(tx: Db, purchaseId: number) {
  return tx
    .selectFrom('purchases')
    .innerJoin('courses', 'courses.id', 'purchases.course_id')
    .leftJoin('enrolments', (join) =>
      join
        .onRef('enrolments.course_id', '=', 'purchases.course_id')
        .onRef('enrolments.user_id', '=', 'purchases.user_id'),
    )
    .where('purchases.id', '=', purchaseId)
    .select([
      'purchases.user_id',
      'purchases.course_id',
      'courses.validity_days',
      'courses.price_paise',
      'courses.offer_price_paise',
      'courses.gst_percent',
      'enrolments.id as enrolment_id',
    ])
    .executeTakeFirstOrThrow()
}

/**
 * When the course last cost no more than `amount`, as far as it is noted; 0 of never. An order from before may have had its tax
 * rounded to a paisa less than the price that was noted when it ended, and is an order at that price all the same.
 */
async function endOfPrice(tx: Db, courseId: number, amount: number): Promise<number> {
  const { ended_at } = await tx
    .selectFrom('past_prices')
    .select(({ fn }) => fn.max<number | null>('ended_at').as('ended_at'))
    .where('course_id', '=', courseId)
    .where('total_paise', '<=', amount + 1)
    .executeTakeFirstOrThrow()
  return Number(ended_at)
}

/** The purchase is paid. @param agreed at the price of its order, where that is not today's */
async function close(
  tx: Db,
  purchaseId: number,
  agreed: { price_paise?: number; offer_paise?: number; gst_percent?: number; total_paise?: number } = {},
): Promise<void> {
  await tx
    .updateTable('purchases')
    .set({ payment_status: 'closedpymnt', ...agreed })
    .where('id', '=', purchaseId)
    .execute()
}

const periodOf = ({ validity_days }: Bought): NewPeriod => ({ kind: 'payment', days: validity_days })

/** Renews where something is left to pay, and no more than was paid. */
async function renew(tx: Db, bought: Bought, amount: number, now: number): Promise<Fulfilled> {
  const { user_id, course_id } = bought
  const owed = () =>
    tx
      .selectFrom('enrolments')
      .where('user_id', '=', user_id)
      .where('course_id', '=', course_id)
      .where('payment_status', '=', 'partialpymnt')
      .where('renewal_paise', '>', 0)
      .select(['renewal_paise'])
      .executeTakeFirst()
  const before = await owed()
  // What is owed may change until this statement, which decides.
  const claimed = await tx
    .updateTable('enrolments')
    .set({ payment_status: 'closedpymnt', renewal_paise: 0 })
    .where('user_id', '=', user_id)
    .where('course_id', '=', course_id)
    .where('payment_status', '=', 'partialpymnt')
    .where('renewal_paise', '>', 0)
    .where('renewal_paise', '<=', amount)
    .returning('id')
    .executeTakeFirst()
  if (!claimed) {
    const left = await owed()
    return left ? { reason: 'renewal_changed', asked: left.renewal_paise } : { reason: 'already_renewed' }
  }
  const extended = await extendEnrolment(tx, { userId: user_id, courseId: course_id }, now, [periodOf(bought)])
  return { until: extended!.until, periods: extended!.periods, ...(before && { asked: before.renewal_paise }) }
}
