import type { Services } from '#core/context.ts'
import { repeatAlone } from '#core/background/repeat.ts'
import { MINUTE, SECOND } from '#lib/both/time/clock.ts'
import { ASKED_FOR, nextCheck } from '../purchases.rules.ts'
import { fillReferenceKeys } from './orders/fill-reference-keys.ts'
import { confirm, type Confirming } from './payments/confirm.ts'
import { note } from './payments/events.ts'
import { storeEarlierPeriods } from './periods/store-earlier-periods.ts'
import { sendRefunds } from './refunds/refunds.ts'

/** Milliseconds between two passes. */
const PAUSE = 15 * SECOND

/** Orders asked about in one pass. */
const BATCH = 20

/** How long a process that took an order on may take. */
const LEASE = MINUTE

/**
 * Asks the provider about orders that are still open, ever more rarely, and gives up after a week (design decision 9): so a
 * purchase comes to the truth although the browser was closed and no webhook came. Several processes may sweep: who moves
 * an order's next check has it.
 * @returns how many orders were settled
 */
export async function sweepOrders(services: Confirming, stopped = () => false): Promise<number> {
  const { db } = services
  const due = await db
    .selectFrom('payment_orders')
    .where('status', '=', 'open')
    .where('check_at', '<=', services.now())
    .select([
      'id',
      'purchase_id',
      'kind',
      'amount_paise',
      'provider',
      'provider_order_id',
      'status',
      'check_at',
      'checks',
      'created_at',
    ])
    .orderBy('check_at')
    .limit(BATCH)
    .execute()
  let settled = 0
  for (const order of due) {
    if (stopped()) return settled
    const now = services.now()
    const taken = await db
      .updateTable('payment_orders')
      .set({ check_at: Math.max(now + LEASE, nextCheck(order.checks, now)), checks: order.checks + 1 })
      .where('id', '=', order.id)
      .where('status', '=', 'open')
      .where('check_at', '=', order.check_at)
      .returning('id')
      .executeTakeFirst()
    if (!taken) continue
    const outcome = await confirm(services, order, 'sweep')
    if (outcome === 'granted' || outcome === 'refunded') settled += 1
    if (outcome === 'failed' && now - order.created_at > ASKED_FOR) {
      await db
        .updateTable('payment_orders')
        .set({ status: 'lapsed' })
        .where('id', '=', order.id)
        .where('status', '=', 'open')
        .execute()
      await note(db, now, { purchaseId: order.purchase_id, orderId: order.id, source: 'sweep', kind: 'order.lapsed' })
    }
  }
  return settled
}

/** Sweeps at once, for what happened while no server ran, and then again and again. @returns a function that stops it */
export function startPaymentSweep(services: Services): () => Promise<void> {
  return repeatAlone(services, 'sweep of payments', PAUSE, async (stopped) => {
    await sweepOrders(services, stopped)
    await sendRefunds(services)
    await storeEarlierPeriods(services, stopped)
    await fillReferenceKeys(services)
  })
}
