import { randomBytes } from 'node:crypto'
import type { LearnerContext } from '#core/context.ts'
import { beginningOfText } from '#lib/both/text/cut-text.ts'
import { MINUTE } from '#lib/both/time/clock.ts'
import { ApiError } from '#lib/both/calls/errors.ts'
import { PaymentProviderError } from '#providers/payment/payment-provider.ts'
import type { Checkout } from '../../purchases.contract.ts'
import type { Agreed } from '../../purchases.rules.ts'
import { note } from '../payments/events.ts'

/** The sweep first asks about an order this long after it was made: until then the learner is at the checkout. */
const FIRST_CHECK = 2 * MINUTE

/** Each retry follows another tab of the same learner in the same moment. */
const TRIES = 5

export interface Wanted {
  purchaseId: number
  kind: 'purchase' | 'renewal'
  amountPaise: number
  /** The price of a purchase. */
  agreed?: Agreed
  /** GST code of the state that the buyer names; null where they never named one. */
  buyerState: string | null
  /** What is bought, as the checkout and the provider's records say it. */
  description: string
}

/**
 * The open order of a purchase at this amount: the one there is, so that two tabs pay the same order and the provider
 * takes the money once, or a new one. An open order of another amount lapses. The provider is asked outside any
 * transaction; asking again with the same receipt gives the same order, so a crash in between is made good.
 * @returns the provider's id of it
 * @throws ApiError 503 'Failed to create order.'
 */
export async function openOrder(ctx: LearnerContext, wanted: Wanted): Promise<string> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const order = await findOrAdd(ctx, wanted)
    if (!order) continue
    if (order.provider_order_id !== null) return order.provider_order_id
    const made = await createAtProvider(ctx, wanted, order)
    await ctx.db
      .updateTable('payment_orders')
      .set({ provider_order_id: made })
      .where('id', '=', order.id)
      .where('provider_order_id', 'is', null)
      .execute()
    return made
  }
  throw new ApiError(503, 'Failed to create order.', { retryAfter: 1 })
}

/** @returns nothing when another request came in between */
async function findOrAdd(ctx: LearnerContext, { purchaseId, kind, amountPaise, agreed, buyerState }: Wanted) {
  const { db, payments } = ctx
  const now = ctx.now()
  const open = await db
    .selectFrom('payment_orders')
    .select(['id', 'receipt', 'provider', 'provider_order_id', 'amount_paise', 'kind', 'buyer_state'])
    .where('purchase_id', '=', purchaseId)
    .where('status', '=', 'open')
    .executeTakeFirst()
  if (open && open.amount_paise === amountPaise && open.kind === kind && open.provider === payments.name) {
    if (open.buyer_state !== buyerState)
      await db.updateTable('payment_orders').set({ buyer_state: buyerState }).where('id', '=', open.id).execute()
    return open
  }
  return db.transaction().execute(async (tx) => {
    if (open) {
      await tx
        .updateTable('payment_orders')
        .set({ status: 'lapsed' })
        .where('id', '=', open.id)
        .where('status', '=', 'open')
        .execute()
      await note(tx, now, { purchaseId, orderId: open.id, source: 'server', kind: 'order.replaced' })
    }
    const added = await tx
      .insertInto('payment_orders')
      .values({
        purchase_id: purchaseId,
        kind,
        amount_paise: amountPaise,
        receipt: `${purchaseId}-${randomBytes(8).toString('hex')}`,
        provider: payments.name,
        provider_order_id: null,
        status: 'open',
        check_at: now + FIRST_CHECK,
        created_at: now,
        paid_at: null,
        buyer_state: buyerState,
        ...(agreed && {
          price_paise: agreed.price_paise,
          offer_paise: agreed.offer_paise,
          gst_percent: agreed.gst_percent,
        }),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning(['id', 'receipt', 'provider_order_id'])
      .executeTakeFirst()
    if (added) {
      const detail = { kind, amount_paise: amountPaise, receipt: added.receipt, provider: payments.name }
      await note(tx, now, { purchaseId, orderId: added.id, source: 'server', kind: 'order.opened', detail })
    }
    return added
  })
}

async function createAtProvider(
  ctx: LearnerContext,
  wanted: Wanted,
  order: { id: number; receipt: string },
): Promise<string> {
  try {
    return await ctx.payments.createOrder({
      receipt: order.receipt,
      amountPaise: wanted.amountPaise,
      notes: { transaction: String(wanted.purchaseId), course: beginningOfText(wanted.description, 250) },
    })
  } catch (error) {
    if (!(error instanceof PaymentProviderError)) throw error
    ctx.log.error({ err: error, order: order.id }, 'order could not be made at the payment provider')
    const event = { purchaseId: wanted.purchaseId, orderId: order.id, source: 'server', kind: 'order.failed' } as const
    await note(ctx.db, ctx.now(), { ...event, detail: { message: error.message } })
    throw new ApiError(503, 'Failed to create order.', { code: 'provider', retryAfter: 5 })
  }
}

/** What the browser needs to open the checkout of an order. */
export async function checkoutOf(ctx: LearnerContext, wanted: Wanted): Promise<Checkout> {
  const { payments, user, db } = ctx
  const [{ email }, { name: seller }] = await Promise.all([
    db.selectFrom('users').select('email').where('id', '=', user.id).executeTakeFirstOrThrow(),
    ctx.site(),
  ])
  return {
    label: payments.label,
    ...payments.checkout,
    amount: wanted.amountPaise,
    currency: 'INR',
    name: ctx.config.SELLER_NAME ?? seller,
    description: wanted.description,
    prefill: { name: user.name ?? '', email: email ?? '', contact: `+${user.countryCode}${user.phone}` },
  }
}
