import { setImmediate } from 'node:timers/promises'
import type { Services } from '#core/context.ts'
import type { InputOf } from '#lib/both/calls/endpoint.ts'
import { pagedReply } from '#lib/both/calls/paging.ts'
import { listCourses as contract, type ListedCourse } from '../catalogue.contract.ts'
import { pricesOf } from '../catalogue.rules.ts'
import { coursesPerPage, foundPerPage, type Listing } from '../listing.rules.ts'
import { searchProblem } from '../search.rules.ts'
import { orders } from './order.ts'
import { snapshotFrom, type SnapshotCourse } from './snapshot.ts'

/** A page of courses for sale. A search without an order gives the best matches first. */
export async function listCourses(
  services: Pick<Services, 'catalogue'>,
  { query }: Pick<InputOf<typeof contract>, 'query'>,
) {
  const { search, sort, category, current_page, per_page } = query
  const words = search.trim()
  // What the index is made of is read after the rest: where that fails, too, another database is asked.
  const { snapshot, result } = await services.catalogue(async (from) => {
    const snapshot = await snapshotFrom(from)
    return { snapshot, result: words ? (await snapshot.search)(words) : undefined }
  })
  const matches = result?.ids.flatMap((id) => snapshot.byId.get(id) ?? [])
  const found = matches ? (sort ? matches.sort(orders[sort]) : matches) : snapshot.sorted[sort || 'latest']
  const kept = category === '' ? found : found.filter((course) => course.category_id === category)
  const rows: (ListedCourse & { found_in: string | null })[] = []
  for (const course of kept.slice((current_page - 1) * per_page, current_page * per_page)) {
    rows.push({ ...listedCourse(course), found_in: result?.whereIn(course.id) ?? null })
    // To look through a long course takes some milliseconds, in which nobody else is answered.
    if (result) await setImmediate()
  }
  return { status: true, ...pagedReply(contract, { query }, rows, kept.length) }
}

/** The page of the course list that an address asks for. A search that is too short is not made. */
export function coursePage(services: Pick<Services, 'catalogue'>, { search, category, sort, page }: Listing) {
  const query = {
    search: searchProblem(search) ? '' : search,
    category,
    sort,
    current_page: page,
    per_page: coursesPerPage,
  }
  return listCourses(services, { query })
}

/** A page of the global search, best matches first. */
export function searchPage(services: Pick<Services, 'catalogue'>, search: string, page: number) {
  const query = { search, category: '' as const, sort: '' as const, current_page: page, per_page: foundPerPage }
  return listCourses(services, { query })
}

/** What a card of a course for sale shows. */
export function listedCourse(course: SnapshotCourse): ListedCourse {
  const { withGst, originalWithGst } = pricesOf(course)
  return {
    id: course.id,
    title: course.title,
    summary: course.summary,
    thumbnail: course.thumbnail,
    thumbnail_alt: course.thumbnail_alt,
    category_name: course.category.label,
    no_lessons: course.lesson_count,
    price_incl_gst: withGst,
    original_price_incl_gst: originalWithGst,
    gst: course.gst_percent,
    tags: course.tags,
  }
}
