import type { Services } from '#core/context.ts'
import { POPULAR } from '../catalogue.rules.ts'
import { listedCourse } from './list-courses.ts'
import { catalogueSnapshot, snapshotFrom } from './snapshot.ts'

/** Courses that the content names as popular, best first; the most popular others fill up. */
export async function popularCourses(
  services: Pick<Services, 'catalogue'>,
  { except, count = POPULAR }: { except?: number | undefined; count?: number } = {},
) {
  const [{ popularCourses: chosen }, { byId, sorted }] = await services.catalogue((from) =>
    Promise.all([from.site(), snapshotFrom(from)]),
  )
  const named = chosen.flatMap((id) => byId.get(id) ?? [])
  // So many that some remain without those named and the one left out.
  const most = sorted.popularity.slice(0, chosen.length + count + 1)
  const others = most.filter((course) => !chosen.includes(course.id))
  return [...named, ...others]
    .filter((course) => course.id !== except)
    .slice(0, count)
    .map(listedCourse)
}

export async function getHomePage(services: Pick<Services, 'catalogue'>) {
  return { status: true, data: { popularCourses: { PSC: { items: await popularCourses(services) } } } }
}

export async function getContentSource(services: Pick<Services, 'site'>) {
  return { status: true, data: { content_source: (await services.site()).contentSource } }
}

export async function listCategories(services: Pick<Services, 'catalogue'>) {
  const { categories, counts } = await catalogueSnapshot(services)
  return {
    status: true,
    data: categories.map(({ id, label, group }) => ({
      id,
      title: label,
      group: group.title,
      course_count: counts.categories.get(id) ?? 0,
    })),
  }
}
