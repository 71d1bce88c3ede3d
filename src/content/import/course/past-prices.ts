import { agreedPrice } from '#features/purchases/purchases.rules.ts'
import { chunks, type Tx } from '../sync.ts'

/** What each course is charged at, in paise with GST, by its id. */
export async function chargedPrices(tx: Tx): Promise<Map<number, number>> {
  const courses = await tx
    .selectFrom('courses')
    .select(['id', 'price_paise', 'offer_price_paise', 'gst_percent'])
    .execute()
  return new Map(courses.map((course) => [course.id, agreedPrice(course).total_paise]))
}

/**
 * Notes which prices end with an import, and when: an order at one of them can still be paid for a while
 * (`settle` of the purchases). A change that leaves what is charged as it was ends nothing.
 * @param before as `chargedPrices` told before the courses were written
 */
export async function notePastPrices(tx: Tx, before: Map<number, number>, now: number): Promise<void> {
  const after = await chargedPrices(tx)
  const ended = [...before].filter(([id, total]) => after.get(id) !== total)
  for (const part of chunks(ended)) {
    await tx
      .insertInto('past_prices')
      .values(part.map(([course_id, total_paise]) => ({ course_id, total_paise, ended_at: now })))
      .onConflict((conflict) => conflict.columns(['course_id', 'total_paise']).doUpdateSet({ ended_at: now }))
      .execute()
  }
}
