import type { Db } from '#db/database.ts'
import { agreedPrice } from '../purchases.rules.ts'

/** Prices a statement. */
const AT_ONCE = 500

/** What each course is charged at, in paise with GST, by its id. */
export async function chargedPrices(tx: Db): Promise<Map<number, number>> {
  const rows = await tx
    .selectFrom('courses')
    .select(['id', 'price_paise', 'offer_price_paise', 'gst_percent'])
    .execute()
  return new Map(rows.map((course) => [course.id, agreedPrice(course).total_paise]))
}

/**
 * Notes which prices end with a change of the content, and when: an order at one of them can still be paid for a while
 * (`settle`). A change that leaves what is charged as it was ends nothing.
 * @param before as `chargedPrices` told before the courses were written
 */
export async function notePastPrices(tx: Db, before: Map<number, number>, now: number): Promise<void> {
  const after = await chargedPrices(tx)
  const ended = [...before].filter(([id, total]) => after.get(id) !== total)
  for (let from = 0; from < ended.length; from += AT_ONCE) {
    const some = ended.slice(from, from + AT_ONCE)
    await tx
      .insertInto('past_prices')
      .values(some.map(([course_id, total_paise]) => ({ course_id, total_paise, ended_at: now })))
      .onConflict((conflict) => conflict.columns(['course_id', 'total_paise']).doUpdateSet({ ended_at: now }))
      .execute()
  }
}
