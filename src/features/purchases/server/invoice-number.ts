import type { Db } from '#db/database.ts'
import { financialYear, invoiceNumber } from '../purchases.rules.ts'

/** The number of the next receipt. Without a gap, also when processes sell at once: the row is locked until the sale is stored. */
export async function nextInvoiceNumber(tx: Db, now: number, provider: string): Promise<string> {
  const playMoney = provider === 'sandbox'
  const financial = financialYear(now)
  const year = playMoney ? `sandbox ${financial}` : financial
  const { last } = await tx
    .insertInto('invoice_numbers')
    .values({ year, last: 1 })
    .onConflict((conflict) =>
      conflict.column('year').doUpdateSet(({ eb }) => ({ last: eb('invoice_numbers.last', '+', 1) })),
    )
    .returning('last')
    .executeTakeFirstOrThrow()
  return invoiceNumber(financial, last, playMoney)
}
