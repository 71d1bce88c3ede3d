import type { Services } from '#core/context.ts'
import type { Db } from '#db/database.ts'
import type { ProviderPayment } from '#providers/payment/payment-provider.ts'
import type { PaymentEventsTable } from '../../purchases.tables.ts'
import { note } from './events.ts'
import { linkPayment } from '../periods/change-access.ts'
import { fulfil } from './fulfil.ts'
import { nextInvoiceNumber } from '../../receipts/server/invoice-number.ts'
import { freezeReceipt, sellerNow } from '../../receipts/server/receipts.ts'
import { adoptRefunds } from '../refunds/adopt-refunds.ts'
import { tellOfRefund } from '../refunds/tell-of-refund.ts'

/** An order as it is settled. */
export interface Order {
  id: number
  purchase_id: number
  kind: 'purchase' | 'renewal'
  amount_paise: number
  provider: string
}

/** What a capture came to: the course is open, or the money goes back. */
export type Settled = 'granted' | 'refunded'

/**
 * Takes note of captured money, exactly once, and opens the course or marks the money to be sent back, in one
 * transaction. The learner's post, the webhook and the sweep may all come here with the same payment, at once or days
 * apart (design decision 9): the payment's row is there once, and an order turns 'paid' once.
 * @param payment captured, as the provider itself told or signed it
 */
export async function settle(
  services: Pick<Services, 'db' | 'now' | 'log' | 'config' | 'site'>,
  order: Order,
  payment: Pick<ProviderPayment, 'id' | 'amountPaise' | 'currency' | 'paidAt'>,
  source: PaymentEventsTable['source'],
): Promise<Settled> {
  const { db, log } = services
  const now = services.now()
  const seller = await sellerNow(services)
  const settled = await db.transaction().execute(async (tx) => {
    const known = await knownPayment(tx, order.provider, payment.id)
    if (known) return { known }
    const { reason, asked, until, periods } = await fulfil(tx, order, payment, now)
    const number = reason ? null : await nextInvoiceNumber(tx, now, order.provider)
    const added = await tx
      .insertInto('payments')
      .values(({ selectFrom }) => ({
        purchase_id: order.purchase_id,
        order_id: order.id,
        provider: order.provider,
        provider_payment_id: payment.id,
        amount_paise: payment.amountPaise,
        status: reason ? 'refund_due' : 'granted',
        reason: reason ?? null,
        refund_id: null,
        refund_at: reason ? now : null,
        invoice_number: number,
        captured_at: now,
        valid_until: until ?? null,
        buyer_state: selectFrom('payment_orders').select('buyer_state').where('id', '=', order.id),
      }))
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    // Another process settled the same payment while this one waited for the order's row.
    if (!added) return { known: (await knownPayment(tx, order.provider, payment.id))! }
    if (periods) await linkPayment(tx, periods, added.id)
    if (reason) await adoptRefunds(tx, now, added.id)
    else await freezeReceipt(tx, seller, added.id)
    await note(tx, now, {
      purchaseId: order.purchase_id,
      orderId: order.id,
      source,
      kind: reason ? 'payment.not_honoured' : 'payment.granted',
      detail: {
        payment: payment.id,
        amount_paise: payment.amountPaise,
        currency: payment.currency,
        ...(reason && { reason }),
        // What the price or the renewal is now: an operator may want to give the difference back.
        ...(asked !== undefined && asked !== payment.amountPaise && { asked_paise: asked }),
      },
    })
    if (reason) await tellOfRefund(tx, now, { paymentId: added.id, purchaseId: order.purchase_id, reason })
    return { reason }
  })
  if ('known' in settled) return settled.known
  const facts = { order: order.id, payment: payment.id, expected: order.amount_paise, amount: payment.amountPaise }
  if (settled.reason) log.warn({ ...facts, reason: settled.reason }, 'payment cannot be honoured and is refunded')
  else log.info(facts, 'payment granted')
  return settled.reason ? 'refunded' : 'granted'
}

async function knownPayment(tx: Db, provider: string, paymentId: string): Promise<Settled | undefined> {
  const row = await tx
    .selectFrom('payments')
    .select('status')
    .where('provider', '=', provider)
    .where('provider_payment_id', '=', paymentId)
    .executeTakeFirst()
  return row && (row.status === 'granted' ? 'granted' : 'refunded')
}
