import type { Services } from '#core/context.ts'
import { logWork, type StaffWork } from '#core/staff/staff-log.ts'
import type { Db } from '#db/database.ts'
import { takeTurnOf } from '#features/auth/server/accounts.ts'
import { owedPaise } from '#features/catalogue/catalogue.rules.ts'
import { conflict, invalid } from '#lib/both/calls/errors.ts'
import { formatInr } from '#lib/both/money.ts'
import { referenceKey } from '../../reference.rules.ts'
import { agreedPrice, taxSplit, type Agreed, type SaleQuestion } from '../../purchases.rules.ts'
import { saleMethods, type SaleMethod } from '../../receipts/receipt.rules.ts'
import { courseFor, tellOfAccess } from '../access.ts'
import { note } from '../payments/events.ts'
import { changedMeanwhile, extendEnrolment, linkPayment, openEnrolment } from '../periods/change-access.ts'
import { mustBeConfirmed, type Course } from './sale-questions.ts'
import { billingState } from '../../receipts/server/billing-state.ts'
import { nextInvoiceNumber } from '../../receipts/server/invoice-number.ts'
import { freezeReceipt, sellerNow } from '../../receipts/server/receipts.ts'

/** A sale that was made elsewhere: at the office, by bank transfer. */
export interface Sale {
  userId: number
  courseId: number
  /** With GST; what the course costs now, or what is left to pay, without. */
  amountPaise?: number | undefined
  method: SaleMethod
  /** The number of the paper, the transfer or the slip; it names the sale. */
  reference: string
  /** GST code of the buyer's state; the one that is remembered of them, or else the seller's own, without. */
  state?: string | undefined
  /** Who sold, as the learner reads it. */
  seller: string | null
  /** Paise that the member was shown as the price; another price now needs confirmation. */
  shownPaise?: number | undefined
  confirmed?: readonly SaleQuestion[] | undefined
}

export interface EnteredSale {
  purchase: number
  payment: number
  amountPaise: number
  receipt: string
  /** Until when the course is open. */
  until: number
  /** It had been entered before, and nothing was done now. */
  before: boolean
}

/** A sale of more is a slip of the finger. */
const MOST_PAISE = 1_00_00_000_00

const MOST_REFERENCE = 60

/**
 * Enters a sale, once: opens the course, or keeps it open for longer, with a receipt of the same series as others', and
 * tells the learner. What is left to pay of a course is paid whole.
 * @throws invalid when reference or amount cannot be
 * @throws notFound when there is no such learner or course
 * @throws conflict when the account has ended, the reference names another sale, or another amount is left to pay
 * @throws ApiError needs_confirmation as `mustBeConfirmed`
 */
export async function enterSale(
  services: Pick<Services, 'db' | 'config' | 'site'>,
  work: StaffWork,
  given: Sale,
): Promise<EnteredSale> {
  const sale = { ...given, reference: given.reference.trim() }
  if (!/^[^\p{Cc}]+$/u.test(sale.reference) || sale.reference.length > MOST_REFERENCE)
    throw invalid({ reference: `A reference has 1 to ${MOST_REFERENCE} characters` })
  if (sale.amountPaise !== undefined && (sale.amountPaise < 100 || sale.amountPaise > MOST_PAISE))
    throw invalid({ amount: `An amount is from ${formatInr(100)} to ${formatInr(MOST_PAISE)}` })
  const seller = await sellerNow(services)
  return services.db.transaction().execute(async (tx) => {
    // Of one learner one sale after the other.
    await takeTurnOf(tx, sale.userId)
    const course = await courseFor(tx, sale.userId, sale.courseId)
    const known = await enteredBefore(tx, sale)
    if (known) return { ...known, until: course.valid_until ?? work.now, before: true }
    const owed = owedPaise(course)
    if (owed > 0 && sale.amountPaise !== undefined && sale.amountPaise !== owed)
      throw conflict(
        `${formatInr(owed)} are left to pay of ${course.title}, not ${formatInr(sale.amountPaise)}`,
        'conflict',
      )
    // Locks the series until the sale is stored: of two sales at once the later one sees the reference of the earlier one.
    const receipt = await nextInvoiceNumber(tx, work.now, 'desk')
    await mustBeConfirmed(tx, work.now, { sale, course, owed })
    const agreed = agreedFor(course, sale.amountPaise)
    const purchase = (owed > 0 && (await lastPurchase(tx, sale))) || (await newPurchase(tx, work, sale, agreed))
    const amountPaise = owed > 0 ? owed : agreed.total_paise
    const { until, periods } = await open(tx, work, sale, course)
    const { id } = await tx
      .insertInto('payments')
      .values({
        purchase_id: purchase,
        order_id: null,
        provider: 'desk',
        provider_payment_id: sale.reference,
        reference_key: referenceKey(sale.reference),
        method: sale.method,
        amount_paise: amountPaise,
        status: 'granted',
        reason: null,
        refund_id: null,
        refund_at: null,
        invoice_number: receipt,
        captured_at: work.now,
        valid_until: until,
        buyer_state: await billingState(tx, work.now, { userId: sale.userId, given: sale.state }),
      })
      .onConflict((conflicting) => conflicting.columns(['provider', 'provider_payment_id']).doNothing())
      .returning('id')
      .executeTakeFirstOrThrow(() => conflict(`The reference ${sale.reference} is being entered elsewhere`, 'conflict'))
    await linkPayment(tx, periods, id)
    await freezeReceipt(tx, seller, id)
    const { method, reference } = sale
    const facts = { amount_paise: amountPaise, method, reference, receipt }
    await note(tx, work.now, { purchaseId: purchase, source: 'staff', kind: 'payment.granted', detail: facts })
    await tellOfAccess(tx, work.now, {
      userId: sale.userId,
      courseId: sale.courseId,
      course: course.title,
      until,
      title: 'We received your payment',
      more: ` You paid ${formatInr(amountPaise)} (${saleMethods[method]}). The receipt is under My Purchases.`,
    })
    await logWork(tx, work, {
      action: 'sale entered',
      subject: `course ${sale.courseId}`,
      userId: sale.userId,
      before: { valid_until: course.valid_until },
      after: { valid_until: until, ...facts },
    })
    return { purchase, payment: id, amountPaise, receipt, until, before: false }
  })
}

/** The sale that has this reference. @throws conflict when it is another one */
async function enteredBefore(tx: Db, { userId, courseId, amountPaise, reference }: Sale) {
  const known = await tx
    .selectFrom('payments')
    .innerJoin('purchases', 'purchases.id', 'payments.purchase_id')
    .select([
      'purchases.id as purchase',
      'payments.id as payment',
      'purchases.user_id',
      'purchases.course_id',
      'payments.amount_paise',
      'payments.invoice_number',
    ])
    .where('payments.provider', '=', 'desk')
    .where('payments.provider_payment_id', '=', reference)
    .executeTakeFirst()
  if (!known) return undefined
  const isSame =
    known.user_id === userId &&
    known.course_id === courseId &&
    (amountPaise === undefined || amountPaise === known.amount_paise)
  if (!isSame)
    throw conflict(`The reference ${reference} is that of another sale (receipt ${known.invoice_number})`, 'conflict')
  const { purchase, payment, amount_paise, invoice_number } = known
  return { purchase, payment, amountPaise: amount_paise, receipt: invoice_number ?? '' }
}

/** The price of the sale: today's, or the one that makes this amount with GST. */
function agreedFor(course: Course, amountPaise: number | undefined): Agreed {
  const today = agreedPrice(course)
  if (amountPaise === undefined || amountPaise === today.total_paise) return today
  const { taxable } = taxSplit(amountPaise, course.gst_percent)
  return { ...today, price_paise: Math.max(today.price_paise, taxable), offer_paise: taxable, total_paise: amountPaise }
}

/** The purchase of which something is left to pay. */
async function lastPurchase(tx: Db, { userId, courseId }: Sale): Promise<number | undefined> {
  const last = await tx
    .updateTable('purchases')
    .set({ payment_status: 'closedpymnt' })
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('purchases as bought')
        .select(({ fn }) => fn.max('bought.id').as('id'))
        .where('bought.user_id', '=', userId)
        .where('bought.course_id', '=', courseId)
        .where('bought.payment_status', '!=', 'pending'),
    )
    .returning('id')
    .executeTakeFirst()
  return last?.id
}

/** A new purchase, or the one that the learner had begun and not paid. */
async function newPurchase(tx: Db, { now }: StaffWork, sale: Sale, agreed: Agreed): Promise<number> {
  const paid = { ...agreed, payment_status: 'closedpymnt', sale_staff: sale.seller, created_at: now } as const
  const begun = await tx
    .updateTable('purchases')
    .set(paid)
    .where('user_id', '=', sale.userId)
    .where('course_id', '=', sale.courseId)
    .where('payment_status', '=', 'pending')
    .returning('id')
    .executeTakeFirst()
  if (begun) return begun.id
  const { id } = await tx
    .insertInto('purchases')
    .values({ user_id: sale.userId, course_id: sale.courseId, ...paid })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** @returns until when the course is open now, and the period that the sale gives */
async function open(tx: Db, { now, who }: StaffWork, { userId, courseId }: Sale, course: Course) {
  const period = { kind: 'sale', days: course.validity_days, by: who } as const
  const change = course.valid_until === null ? openEnrolment : extendEnrolment
  const changed = await change(tx, { userId, courseId }, now, [period])
  if (!changed) throw changedMeanwhile()
  await tx
    .updateTable('enrolments')
    .set({ payment_status: 'closedpymnt', renewal_paise: 0 })
    .where('user_id', '=', userId)
    .where('course_id', '=', courseId)
    .execute()
  return changed
}
