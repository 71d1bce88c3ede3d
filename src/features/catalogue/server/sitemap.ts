import type { Services } from '#core/context.ts'
import { paths } from '#lib/both/paths.ts'
import { catalogueSnapshot } from './snapshot.ts'

export interface SitemapEntry {
  path: string
  /** When what it shows last changed for certain. */
  changed: number | undefined
}

/** Every public page that a search engine should know: the list, each category with courses, each course. */
export async function sitemap(services: Pick<Services, 'catalogue'>): Promise<SitemapEntry[]> {
  const { courses, categories } = await catalogueSnapshot(services)
  const newest = (shown: { published_at: number }[]) => Math.max(...shown.map((course) => course.published_at))
  const inCategory = categories.flatMap((category): SitemapEntry[] => {
    const shown = courses.filter((course) => course.category_id === category.id)
    return shown.length > 0 ? [{ path: paths.category(category.group.key, category.key), changed: newest(shown) }] : []
  })
  return [
    { path: paths.courses, changed: courses.length > 0 ? newest(courses) : undefined },
    ...inCategory,
    ...courses.map((course) => ({ path: paths.course(course.id), changed: course.published_at })),
  ]
}
