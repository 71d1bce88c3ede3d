import type { Kysely } from 'kysely'
import type { Engine } from '../database.ts'
import { createIndexOnline } from '../migrating/online.ts'

export const online = true

/** Payments that one statement reads. */
const BATCH = 500

/**
 * Fills the keys of desk payments that were entered before, and indexes them. The key is made as `referenceKey` made it when
 * this migration was written. Credit notes are searched by number.
 */
export async function up(db: Kysely<any>, engine: Engine): Promise<void> {
  let after = 0
  for (;;) {
    const rows: { id: number; provider_payment_id: string }[] = await db
      .selectFrom('payments')
      .select(['id', 'provider_payment_id'])
      .where('provider', '=', 'desk')
      .where('reference_key', 'is', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
      .execute()
    for (const { id, provider_payment_id } of rows) {
      await db
        .updateTable('payments')
        .set({ reference_key: keyOf(provider_payment_id) })
        .where('id', '=', id)
        .execute()
    }
    const last = rows.at(-1)
    if (rows.length < BATCH || !last) break
    after = last.id
  }
  await createIndexOnline(db, engine, 'payments_reference_key', (index) =>
    index.on('payments').columns(['reference_key']),
  )
  await createIndexOnline(db, engine, 'payment_refunds_credit_note', (index) =>
    index.on('payment_refunds').columns(['credit_note_number']),
  )
}

function keyOf(reference: string): string {
  const text = reference.normalize('NFKC').toLowerCase()
  return text.replace(/[\s\p{Pd}\p{Cf}\u00ad\u2212]+/gu, '') || text
}
