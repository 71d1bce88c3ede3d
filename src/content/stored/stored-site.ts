import { readSources } from '#core/content/text-sources.ts'
import { policyKinds, readPolicy } from '#core/site/policies.ts'
import type { Site } from '#core/site/site.ts'
import type { Db } from '#db/database.ts'
import type { Pack, PackPolicy } from '../pack.ts'

/** Policies of the content, as a pack has them. */
export async function storedPolicies(db: Db, { policies }: Pick<Site, 'policies'>): Promise<PackPolicy[]> {
  const sources = await readSources(db, 'policy')
  const stored: PackPolicy[] = []
  for (const key of policyKinds) {
    const [changed, body] = [policies[key], await readPolicy(db, key)]
    if (changed !== undefined && body !== undefined) stored.push({ key, changed, body, source: sources(key, [body]) })
  }
  return stored
}

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
    login: site.login,
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
