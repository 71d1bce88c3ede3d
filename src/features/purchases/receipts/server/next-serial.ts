import type { Db } from '#db/database.ts'

/** The next number of a series of receipts. Without a gap, also when processes sell at once: the row is locked until the sale is stored. */
export async function nextSerial(tx: Db, series: string): Promise<number> {
  const { last } = await tx
    .insertInto('invoice_numbers')
    .values({ year: series, last: 1 })
    .onConflict((conflict) =>
      conflict.column('year').doUpdateSet(({ eb }) => ({ last: eb('invoice_numbers.last', '+', 1) })),
    )
    .returning('last')
    .executeTakeFirstOrThrow()
  return last
}
