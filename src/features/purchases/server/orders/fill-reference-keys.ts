import type { Services } from '#core/context.ts'
import { DAY } from '#lib/both/time/clock.ts'
import { referenceKey } from '../../reference.rules.ts'

/** Sales in one pass. */
const BATCH = 200

/** Longer than servers of the release before run beside this one during an update. */
const LOOKS_BACK = DAY

/**
 * Fills the reference keys of desk sales that servers of the release before entered, which store none.
 * @returns how many sales it changed
 */
export async function fillReferenceKeys({ db, now }: Pick<Services, 'db' | 'now'>): Promise<number> {
  const sales = await db
    .selectFrom('payments')
    .select(['id', 'provider_payment_id'])
    .where('captured_at', '>=', now() - LOOKS_BACK)
    .where('provider', '=', 'desk')
    .where('reference_key', 'is', null)
    .orderBy('captured_at')
    .limit(BATCH)
    .execute()
  for (const { id, provider_payment_id } of sales)
    await db
      .updateTable('payments')
      .set({ reference_key: referenceKey(provider_payment_id) })
      .where('id', '=', id)
      .execute()
  return sales.length
}
