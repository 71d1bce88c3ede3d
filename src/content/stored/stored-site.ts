import type { Site } from '#core/site/site.ts'
import type { Db } from '#db/database.ts'
import type { Pack } from '../pack.ts'

/** What `pack.yaml` says, as a pack has it. */
export async function storedSiteEntry(db: Db, site: Site): Promise<Pack['site']> {
  const keysOf = async (table: 'courses' | 'exams', ids: number[]) => {
    const rows = await db
      .selectFrom(table as 'courses')
      .where('retired', '=', 0)
      .select(['id', 'key'])
      .execute()
    const keys = new Map(rows.map(({ id, key }) => [id, key]))
    return ids.flatMap((id) => keys.get(id) ?? [])
  }
  const districts = await db
    .selectFrom('districts')
    .where('retired', '=', 0)
    .select('district_name as name')
    .orderBy('position')
    .execute()
  const communities = await db
    .selectFrom('communities')
    .where('retired', '=', 0)
    .select('category_name as name')
    .orderBy('position')
    .execute()
  const { currentAffairs, blog, webinar } = site.pages
  const pages = {
    ...(currentAffairs !== null && { current_affairs: currentAffairs }),
    ...(blog !== null && { blog }),
    ...(webinar !== null && { webinar }),
  }
  return {
    format: 1,
    name: site.name,
    brand: site.brand,
    content_source: site.contentSource,
    phone: site.phone,
    flags: {
      enable_home_page_exam: site.enableHomePageExam,
      enable_marketing_splash: site.enableMarketingSplash,
    },
    pages: Object.keys(pages).length === 0 ? undefined : pages,
    popular: await keysOf('courses', site.popularCourses),
    featured_exams: await keysOf('exams', site.featuredExams),
    districts: districts.map(({ name }) => name),
    communities: communities.map(({ name }) => name),
  }
}
