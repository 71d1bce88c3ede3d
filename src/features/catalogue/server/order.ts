import type { CourseSort } from '../catalogue.contract.ts'
import type { CourseRow } from '../catalogue.tables.ts'

type Ordered = Pick<CourseRow, 'id' | 'popularity' | 'rating_tenths' | 'published_at'>

const byNewest = (a: Ordered, b: Ordered) => b.published_at - a.published_at || b.id - a.id

/** How lists of courses may be ordered; among equals the newest comes first. */
export const orders: Record<CourseSort, (a: Ordered, b: Ordered) => number> = {
  latest: byNewest,
  popularity: (a, b) => b.popularity - a.popularity || byNewest(a, b),
  rating: (a, b) => b.rating_tenths - a.rating_tenths || byNewest(a, b),
}
