import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/**
 * Gives money that was not kept, and is not back, its refund: also where a server of the release before marked it. The key
 * is the one that such servers use, so that both may ask for it.
 * @param paymentId of this one alone
 */
export async function adoptRefunds(db: Db, now: number, paymentId?: number): Promise<void> {
  await db
    .insertInto('payment_refunds')
    .columns(['payment_id', 'amount_paise', 'key', 'status', 'provider_refund_id', 'refund_at', 'tries', 'created_at'])
    .expression((outer) =>
      outer
        .selectFrom('payments')
        .where('payments.status', 'in', [sql.lit('refund_due' as const), sql.lit('refunding' as const)])
        .$if(paymentId !== undefined, (query) => query.where('payments.id', '=', paymentId!))
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('payment_refunds')
                .whereRef('payment_refunds.payment_id', '=', 'payments.id')
                .select('payment_refunds.id'),
            ),
          ),
        )
        .select(({ fn, val }) => [
          'payments.id',
          'payments.amount_paise',
          sql<string>`'refund-' || payments.provider_payment_id`.as('key'),
          sql.lit('requested' as const).as('status'),
          'payments.refund_id',
          fn.coalesce('payments.refund_at', val(now)).as('refund_at'),
          'payments.refund_tries',
          'payments.captured_at',
        ]),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
