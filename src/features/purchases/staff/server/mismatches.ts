import * as z from 'zod/mini'
import type { Db } from '#db/database.ts'
import { readStored } from '#lib/server/stored.ts'
import { DAY, MINUTE } from '#lib/both/time/clock.ts'

/**
 * 'paid, not granted': the provider told of money of an order, and nothing came of it. 'unknown order': of money that no order
 * of ours asks for. 'other amount': a payment was kept that is not what its order asks. 'refunded outside': somebody sent money
 * back in the provider's own dashboard. 'paid twice': a course was paid for twice within days, and both were kept.
 */
type MismatchKind =
  | 'paid, not granted'
  | 'unknown order'
  | 'other amount'
  | 'refund failed'
  | 'refund hangs'
  | 'refunded outside'
  | 'paid twice'

export interface Mismatch {
  kind: MismatchKind
  at: number
  /** Ours, where it is known. */
  orderId: number | null
  paymentId: number | null
  purchaseId: number | null
  amountPaise: number | null
  /** What else tells it apart: the provider's ids, why a refund failed. */
  detail: string
}

/** What a webhook has told is dealt with by then. */
const SETTLED = 5 * MINUTE

/** A refund that takes longer needs somebody to look. */
const HANGS = 2 * DAY

/** Two payments of one course within this time are one too many, or nobody would ask. */
const TWICE = 3 * DAY

/**
 * Lists payments and refunds that need attention, as far as our own rows know, the newest first. The provider is not asked;
 * `ask-provider.ts` does that.
 * @param since events since this instant; refunds that the provider has not confirmed are listed whatever their age, as are
 * failed refunds of payments that were not kept
 */
export async function listMismatches(db: Db, { now, since }: { now: number; since: number }): Promise<Mismatch[]> {
  const found = await Promise.all([
    fromWebhooks(db, since, now),
    otherAmounts(db, since),
    troubledRefunds(db, since, now),
    refundedOutside(db, since),
    paidTwice(db, since),
  ])
  return found.flat().sort((a, b) => b.at - a.at)
}

const toldPayment = z.object({ payment: z.string(), order: z.optional(z.string()) })

/** Captures that webhooks told of, without a payment of ours. */
async function fromWebhooks(db: Db, since: number, now: number): Promise<Mismatch[]> {
  const events = await db
    .selectFrom('payment_events')
    .where('source', '=', 'webhook')
    .where('kind', 'in', ['payment.captured', 'order.paid'])
    .where('at', '>=', since)
    .where('at', '<', now - SETTLED)
    .select(['order_id', 'purchase_id', 'detail', 'at'])
    .orderBy('at')
    .execute()
  const known = await knownPayments(db, since)
  const missing = new Map<string, Mismatch>()
  for (const { order_id, purchase_id, detail, at } of events) {
    const { payment, order } = readStored(toldPayment, detail, 'An event of a payment')
    if (known.has(payment)) continue
    missing.set(payment, {
      kind: order_id === null ? 'unknown order' : 'paid, not granted',
      at,
      orderId: order_id,
      paymentId: null,
      purchaseId: purchase_id,
      amountPaise: null,
      detail: order_id === null ? `${payment} of ${order ?? 'no order'}` : payment,
    })
  }
  return [...missing.values()]
}

/** Ids at the provider of the payments that events since then can tell of. */
async function knownPayments(db: Db, since: number): Promise<Set<string>> {
  const rows = await db
    .selectFrom('payments')
    // A webhook comes again for a day, after what it tells of was stored.
    .where('captured_at', '>=', since - 2 * DAY)
    .select('provider_payment_id')
    .execute()
  return new Set(rows.map(({ provider_payment_id }) => provider_payment_id))
}

async function otherAmounts(db: Db, since: number): Promise<Mismatch[]> {
  const rows = await db
    .selectFrom('payments')
    .innerJoin('payment_orders', 'payment_orders.id', 'payments.order_id')
    .where('payments.captured_at', '>=', since)
    .where('payments.status', '=', 'granted')
    .whereRef('payments.amount_paise', '!=', 'payment_orders.amount_paise')
    .select([
      'payments.id',
      'payments.captured_at',
      'payments.order_id',
      'payments.purchase_id',
      'payments.amount_paise',
    ])
    .execute()
  return rows.map((row) => ({ ...placed(row), kind: 'other amount' as const, at: row.captured_at, detail: '' }))
}

async function troubledRefunds(db: Db, since: number, now: number): Promise<Mismatch[]> {
  const rows = await db
    .selectFrom('payment_refunds as refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .where(({ eb, or, and, not, exists, selectFrom }) =>
      or([
        and([eb('refunds.status', '=', 'requested'), eb('refunds.created_at', '<', now - HANGS)]),
        and([
          eb('refunds.status', '=', 'failed'),
          // A payment that was not kept is owed to the learner, however old it is.
          or([eb('refunds.created_at', '>=', since), eb('payments.status', '=', 'refund_failed')]),
          // Whoever asked again has seen it.
          not(
            exists(
              selectFrom('payment_refunds as later')
                .whereRef('later.payment_id', '=', 'refunds.payment_id')
                .whereRef('later.id', '>', 'refunds.id')
                .select('later.id'),
            ),
          ),
        ]),
      ]),
    )
    .select([
      'payments.id',
      'payments.order_id',
      'payments.purchase_id',
      'refunds.amount_paise',
      'refunds.status',
      'refunds.problem',
      'refunds.created_at',
    ])
    .execute()
  return rows.map((row) => ({
    ...placed(row),
    kind: row.status === 'failed' ? ('refund failed' as const) : ('refund hangs' as const),
    at: row.created_at,
    detail: row.problem ?? '',
  }))
}

const toldRefund = z.object({
  refund: z.string(),
  payment: z.string(),
  status: z.string(),
  amount_paise: z.optional(z.number()),
})

async function refundedOutside(db: Db, since: number): Promise<Mismatch[]> {
  const events = await db
    .selectFrom('payment_events')
    .where('kind', '=', 'refund.outside')
    .where('at', '>=', since)
    .select(['order_id', 'purchase_id', 'detail', 'at'])
    .execute()
  return events.flatMap(({ order_id: orderId, purchase_id: purchaseId, detail, at }) => {
    const { refund, payment, status, amount_paise = null } = readStored(toldRefund, detail, 'An event of a refund')
    if (status !== 'processed') return []
    const where = { orderId, paymentId: null, purchaseId, amountPaise: amount_paise }
    return [{ ...where, kind: 'refunded outside' as const, at, detail: `${refund} of ${payment}` }]
  })
}

async function paidTwice(db: Db, since: number): Promise<Mismatch[]> {
  const rows = await db
    .selectFrom('payments')
    .innerJoin('purchases', 'purchases.id', 'payments.purchase_id')
    .innerJoin('purchases as earlier_purchase', (join) =>
      join
        .onRef('earlier_purchase.user_id', '=', 'purchases.user_id')
        .onRef('earlier_purchase.course_id', '=', 'purchases.course_id'),
    )
    .innerJoin('payments as earlier', 'earlier.purchase_id', 'earlier_purchase.id')
    .where('payments.captured_at', '>=', since)
    .where('payments.status', '=', 'granted')
    .where('earlier.status', '=', 'granted')
    .whereRef('earlier.id', '<', 'payments.id')
    .whereRef('earlier.amount_paise', '=', 'payments.amount_paise')
    // Free courses cost nothing twice.
    .where('payments.amount_paise', '>', 0)
    .where(({ eb, ref }) => eb('earlier.captured_at', '>', eb(ref('payments.captured_at'), '-', TWICE)))
    // Of one of them something goes back already.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payment_refunds')
            .where('payment_refunds.status', '!=', 'failed')
            .where(({ or, eb, ref }) =>
              or([
                eb('payment_refunds.payment_id', '=', ref('payments.id')),
                eb('payment_refunds.payment_id', '=', ref('earlier.id')),
              ]),
            )
            .select('payment_refunds.id'),
        ),
      ),
    )
    .select([
      'payments.id',
      'payments.captured_at',
      'payments.order_id',
      'payments.purchase_id',
      'payments.amount_paise',
      'earlier.id as earlier_id',
    ])
    .execute()
  return rows.map((row) => ({
    ...placed(row),
    kind: 'paid twice' as const,
    at: row.captured_at,
    detail: `as payment ${row.earlier_id}`,
  }))
}

interface Row {
  id: number
  order_id: number | null
  purchase_id: number
  amount_paise: number
}

function placed({ id, order_id, purchase_id, amount_paise }: Row) {
  return { paymentId: id, orderId: order_id, purchaseId: purchase_id, amountPaise: amount_paise }
}
