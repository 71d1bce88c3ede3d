import type { Services } from '#core/context.ts'
import type { Db } from '#db/database.ts'
import { takeTurn } from '#features/auth/server/accounts.ts'
import { nextCreditNoteNumber } from '../../receipts/server/credit-notes.ts'
import { creditNoteOf } from '../../receipts/credit-note.rules.ts'
import type { Seller } from '../../receipts/receipt.rules.ts'
import { freezeReceipt, readReceipt, receiptAsOpened } from '../../receipts/server/receipts.ts'
import { note } from '../payments/events.ts'
import { revokePayment } from './revoke-payment.ts'
import { tellOfMoneyBack } from './tell-of-refund.ts'

/** What refunds need of the process. */
export type Refunding = Pick<Services, 'db' | 'now' | 'log' | 'payments' | 'config' | 'site'>

interface Ending {
  now: number
  seller: Seller
  refundId: number
  /** The provider's id of it. */
  id: string | null
  status: 'processed' | 'failed'
  /** What the provider said against it. */
  problem?: string
}

/**
 * Ends a refund, once, in the transaction of the caller: of money that had a receipt with a credit note, with the end of the
 * course when all of the payment is back, and with a word to the learner. One that failed may still turn out to be done, and
 * then is.
 * @returns whether anything changed
 */
export async function endRefund(tx: Db, { now, seller, refundId, id, status, problem }: Ending): Promise<boolean> {
  const payment = await tx
    .selectFrom('payment_refunds')
    .innerJoin('payments', 'payments.id', 'payment_refunds.payment_id')
    .innerJoin('purchases', 'purchases.id', 'payments.purchase_id')
    .where('payment_refunds.id', '=', refundId)
    .select([
      'payments.id',
      'payments.provider_payment_id',
      'payments.amount_paise',
      'payments.status',
      'payments.purchase_id',
      'payments.order_id',
      'payments.provider',
      'purchases.user_id',
      'purchases.course_id',
    ])
    .executeTakeFirstOrThrow()
  // Refunds of one learner end one after the other: each knows what went back before.
  const { deleted_at } = await takeTurn(tx, payment.user_id)
  const done = status === 'processed'
  const ended = await tx
    .updateTable('payment_refunds')
    .set({ status: done ? 'done' : 'failed', refund_at: null, ended_at: now, problem: problem ?? null })
    .$if(id !== null, (query) => query.set({ provider_refund_id: id }))
    .where('id', '=', refundId)
    .where('status', 'in', done ? ['requested', 'failed'] : ['requested'])
    .returning('amount_paise')
    .executeTakeFirst()
  if (!ended) return false
  const { purchase_id: purchaseId, order_id: orderId, user_id: userId, course_id: courseId } = payment
  await note(tx, now, {
    ...{ purchaseId, orderId, source: 'server', kind: `refund.${status}` },
    detail: { refund: id, payment: payment.provider_payment_id, amount_paise: ended.amount_paise },
  })
  if (payment.status !== 'granted') {
    await tx
      .updateTable('payments')
      .set({ status: done ? 'refunded' : 'refund_failed', refund_at: null, ...(id !== null && { refund_id: id }) })
      .where('id', '=', payment.id)
      .execute()
    return true
  }
  if (!done) return true
  const { before, keepAccess } = await readDone(tx, payment.id, refundId)
  const creditNote = await writeCreditNote(tx, { now, seller, refundId, payment, amount: ended.amount_paise, before })
  const whole = before + ended.amount_paise === payment.amount_paise
  const closed = whole && !keepAccess && (await revokePayment(tx, now, { userId, courseId, paymentId: payment.id }))
  if (closed)
    await note(tx, now, { purchaseId, orderId, source: 'server', kind: 'access.ended', detail: { refund: refundId } })
  if (deleted_at === null)
    await tellOfMoneyBack(tx, now, {
      refundId,
      userId,
      courseId,
      purchaseId,
      creditNote,
      whole,
      closed,
      amountPaise: ended.amount_paise,
    })
  return true
}

/**
 * Reads the refunds of a payment that are done.
 * @returns `before`: paise of those other than this one; `keepAccess`: whether the one that was requested last keeps the course open
 */
async function readDone(tx: Db, paymentId: number, refundId: number): Promise<{ before: number; keepAccess: boolean }> {
  const done = await tx
    .selectFrom('payment_refunds')
    .where('payment_id', '=', paymentId)
    .where('status', '=', 'done')
    .select(['id', 'amount_paise', 'keep_access'])
    .orderBy('id')
    .execute()
  const others = done.filter(({ id }) => id !== refundId)
  return {
    before: others.reduce((sum, { amount_paise }) => sum + amount_paise, 0),
    keepAccess: done.at(-1)?.keep_access === 1,
  }
}

interface Noted {
  now: number
  seller: Seller
  refundId: number
  payment: { id: number; provider: string }
  amount: number
  before: number
}

/** @returns its number */
async function writeCreditNote(tx: Db, { now, seller, refundId, payment, amount, before }: Noted): Promise<string> {
  await freezeReceipt(tx, seller, payment.id)
  const { receipt } = await tx
    .selectFrom('payments')
    .select('receipt')
    .where('id', '=', payment.id)
    .executeTakeFirstOrThrow()
  const said = readReceipt(receipt) ?? (await receiptAsOpened(tx, seller, payment.id))
  if (!said) throw new Error(`Payment ${payment.id} was kept and has no receipt`)
  const number = await nextCreditNoteNumber(tx, now, payment.provider)
  const creditNote = creditNoteOf(said, { number, at: now, amountPaise: amount, beforePaise: before })
  await tx
    .updateTable('payment_refunds')
    .set({ credit_note_number: number, credit_note: JSON.stringify(creditNote) })
    .where('id', '=', refundId)
    .execute()
  return number
}
