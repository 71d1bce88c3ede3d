import type { Selectable } from 'kysely'
import { logWork, type StaffWork } from '#core/staff/staff-log.ts'
import type { Db } from '#db/database.ts'
import { takeTurn } from '#features/auth/server/accounts.ts'
import { ApiError, conflict, invalid, notFound } from '#lib/both/calls/errors.ts'
import { formatInr } from '#lib/both/money.ts'
import type { PaymentRefundsTable } from '../../purchases.tables.ts'
import { sellerNow } from '../../receipts/server/receipts.ts'
import { note } from '../../server/payments/events.ts'
import { endRefund, type Refunding } from '../../server/refunds/end-refund.ts'
import { previewRevocation } from '../../server/refunds/revoke-payment.ts'
import { askForRefund, LEASE } from '../../server/refunds/refunds.ts'

export interface Refund {
  paymentId: number
  /** Paise left of the payment that the caller saw. */
  leftPaise: number
  /** Paise; all that is left of the payment without. */
  amountPaise?: number | undefined
  /** The caller's name of this refund: however often it is asked for under it, money goes back once. */
  key: string
  /** The course stays open although all of the payment goes back. */
  keepAccess?: boolean
}

export interface Refunded {
  id: number
  amountPaise: number
  /** 'requested': the provider has not said yet, and is asked again until it does. */
  status: PaymentRefundsTable['status']
  creditNote: string | null
  /** What the provider said against it. */
  problem: string | null
  /** What is left of the payment. */
  leftPaise: number
}

/** Providers send back no less. */
const LEAST_PAISE = 100

/**
 * Sends a payment back, in full or in part: through the provider that took it, and money that was taken at the desk by hand,
 * of which this is the record. The learner gets a credit note once it is done, and a payment that is back as a whole takes
 * what it opened of the course with it. What is asked for is stored before the provider is asked, and goes on by itself when
 * a process ends in between.
 * @throws invalid key, amountPaise, amount_paise where less than ₹1 would be left at a provider, and as logWork
 * @throws notFound when there is no such payment
 * @throws ApiError 409 left_changed when another amount is left of the payment than the caller saw
 * @throws conflict when the money was not kept, less is left of it, another provider took it, or the key names another refund
 */
export async function refundPayment(services: Refunding, work: StaffWork, refund: Refund): Promise<Refunded> {
  const { key, amountPaise } = refund
  if (!/^[\w-]{10,40}$/.test(key)) throw invalid({ key: 'A key has 10 to 40 letters, digits, - and _' })
  if (amountPaise !== undefined && !(Number.isSafeInteger(amountPaise) && amountPaise >= LEAST_PAISE))
    throw invalid({ amountPaise: `A refund is of whole paise, from ${formatInr(LEAST_PAISE)}` })
  const seller = await sellerNow(services)
  const asked = await services.db.transaction().execute(async (tx) => {
    const payment = await paymentOf(tx, refund.paymentId)
    await takeTurn(tx, payment.user_id)
    const known = await tx.selectFrom('payment_refunds').selectAll().where('key', '=', key).executeTakeFirst()
    if (known) {
      if (known.payment_id !== payment.id || !(await isSameRefund(tx, payment, known, refund))) throw otherRefund()
      return undefined
    }
    const requested = await request(tx, services, work, payment, refund)
    if (payment.provider !== 'desk') return { ...payment, ...requested, key, tries: 0, kept: true }
    await endRefund(tx, { now: work.now, seller, refundId: requested.id, id: null, status: 'processed' })
    return undefined
  })
  if (asked) await askForRefund(services, asked)
  return refundedUnder(services.db, key)
}

/**
 * What is paid and left of a payment, and when courses end once it is refunded in full.
 * @throws notFound when there is no such payment, conflict when the money was not kept
 */
export async function readRefundable(db: Db, now: number, paymentId: number) {
  const { id, amount_paise, user_id: userId, course_id: courseId } = await paymentOf(db, paymentId)
  return {
    amount_paise,
    left_paise: amount_paise - (await wanted(db, id)),
    courses: await previewRevocation(db, now, { userId, courseId, paymentId }),
  }
}

type Payment = Awaited<ReturnType<typeof paymentOf>>

/** @throws notFound, conflict */
async function paymentOf(db: Db, paymentId: number) {
  const payment = await db
    .selectFrom('payments')
    .innerJoin('purchases', 'purchases.id', 'payments.purchase_id')
    .where('payments.id', '=', paymentId)
    .select([
      'payments.id',
      'payments.status',
      'payments.provider',
      'payments.provider_payment_id',
      'payments.amount_paise',
      'payments.invoice_number',
      'payments.purchase_id',
      'payments.order_id',
      'purchases.user_id',
      'purchases.course_id',
    ])
    .executeTakeFirst()
  if (!payment) throw notFound(`There is no payment ${paymentId}`)
  if (payment.status !== 'granted')
    throw conflict('This payment was not kept: all of it goes back by itself', 'conflict')
  return payment
}

/** Stores that a refund is wanted, and by whom. @throws conflict */
async function request(
  tx: Db,
  { payments }: Pick<Refunding, 'payments'>,
  work: StaffWork,
  payment: Payment,
  { leftPaise, amountPaise, key, keepAccess = false }: Refund,
): Promise<{ id: number; amount_paise: number }> {
  if (payment.amount_paise === 0)
    throw conflict('Nothing was paid for this course, so nothing can be refunded', 'conflict')
  if (payment.provider !== 'desk' && payment.provider !== payments.name)
    throw conflict(
      `${payment.provider} took this payment, and the settings here are those of ${payments.name}`,
      'conflict',
    )
  const left = payment.amount_paise - (await wanted(tx, payment.id))
  if (left === 0) throw conflict('All of this payment has gone back, or is on its way', 'left_changed')
  if (left !== leftPaise)
    throw conflict(
      `${formatInr(left)} of this payment can be refunded now, not ${formatInr(leftPaise)}: another refund was requested or has failed. Please check the amount.`,
      'left_changed',
    )
  const amount = amountPaise ?? left
  if (amount > left) throw conflict(`Only ${formatInr(left)} are left of this payment`, 'conflict')
  const rest = left - amount
  if (payment.provider !== 'desk' && rest > 0 && rest < LEAST_PAISE)
    throw invalid({
      amount_paise: `${formatInr(rest)} would be left, which the payment provider cannot refund. Refund ${formatInr(left)}, or leave at least ${formatInr(LEAST_PAISE)}.`,
    })
  const { id } = await tx
    .insertInto('payment_refunds')
    .values({
      payment_id: payment.id,
      amount_paise: amount,
      key,
      status: 'requested',
      // The sweep leaves it to whoever asks now, for so long.
      refund_at: work.now + LEASE,
      keep_access: keepAccess ? 1 : 0,
      created_at: work.now,
    })
    .onConflict((conflicting) => conflicting.doNothing())
    .returning('id')
    .executeTakeFirstOrThrow(otherRefund)
  const facts = { amount_paise: amount, receipt: payment.invoice_number }
  const { purchase_id: purchaseId, order_id: orderId } = payment
  await note(tx, work.now, {
    purchaseId,
    orderId,
    source: 'staff',
    kind: 'refund.requested',
    detail: { refund: id, ...facts },
  })
  await logWork(tx, work, {
    action: 'refund requested',
    subject: `payment ${payment.id}`,
    userId: payment.user_id,
    before: { left_paise: left },
    after: { left_paise: left - amount, ...facts, access: keepAccess ? 'kept' : 'ends with the whole' },
  })
  return { id, amount_paise: amount }
}

/** Names the field, so that a form can tell this conflict from others. */
function otherRefund(): ApiError {
  const message = 'This key is that of another refund'
  return new ApiError(409, message, { code: 'conflict', errors: { key: message } })
}

/** Without an amount: whether the known refund was all that was left of the payment. */
async function isSameRefund(
  tx: Db,
  payment: Payment,
  known: Pick<Selectable<PaymentRefundsTable>, 'id' | 'amount_paise' | 'keep_access'>,
  { amountPaise, keepAccess = false }: Refund,
): Promise<boolean> {
  const asked = amountPaise ?? payment.amount_paise - (await wanted(tx, payment.id, known.id))
  return asked === known.amount_paise && keepAccess === (known.keep_access === 1)
}

/** Paise of a payment that are back or on their way. @param before id of a refund: counts those requested earlier */
async function wanted(db: Db, paymentId: number, before = Infinity): Promise<number> {
  const refunds = await db
    .selectFrom('payment_refunds')
    .where('payment_id', '=', paymentId)
    .where('status', '!=', 'failed')
    .select(['id', 'amount_paise'])
    .execute()
  const counted = refunds.filter(({ id }) => id < before)
  return counted.reduce((sum, { amount_paise }) => sum + amount_paise, 0)
}

async function refundedUnder(db: Db, key: string): Promise<Refunded> {
  const { id, amount_paise, status, credit_note_number, problem, payment_id, paid } = await db
    .selectFrom('payment_refunds')
    .innerJoin('payments', 'payments.id', 'payment_refunds.payment_id')
    .selectAll('payment_refunds')
    .select('payments.amount_paise as paid')
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  return {
    id,
    amountPaise: amount_paise,
    status,
    creditNote: credit_note_number,
    problem,
    leftPaise: paid - (await wanted(db, payment_id)),
  }
}
