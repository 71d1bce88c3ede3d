import { createHash } from 'node:crypto'
import { splashesOf } from '#core/content/content-facts.ts'
import type { Brand, IconName } from '#core/site/brand.ts'
import type { Site } from '#core/site/site.ts'
import type { Pack } from '../../pack.ts'
import { idOf } from '../sync.ts'

/** Facts of the site as a pack has them. */
export function siteFacts(
  { site, splashes, policies }: Pack,
  {
    courseIds,
    examIds,
    address,
    before,
  }: {
    courseIds: Map<string, number>
    examIds: Map<string, number>
    address: (text: string) => string
    before: Site | undefined
  },
): Omit<Site, 'contentVersion'> {
  return {
    name: site.name,
    brand: storedBrand(site.brand, address),
    login: { ...site.login, picture: site.login.picture === null ? null : address(site.login.picture) },
    policies: Object.fromEntries(policies.map(({ key, changed }) => [key, changed])),
    contentSource: site.content_source,
    phone: site.phone,
    enableHomePageExam: site.flags.enable_home_page_exam,
    enableMarketingSplash: site.flags.enable_marketing_splash,
    pages: {
      currentAffairs: site.pages?.current_affairs ?? null,
      blog: site.pages?.blog ?? null,
      webinar: site.pages?.webinar ?? null,
    },
    popularCourses: site.popular.map((key) => idOf(courseIds, key)),
    featuredExams: site.featured_exams.map((key) => idOf(examIds, key)),
    // What the pack does not have is withdrawn, and may be brought back.
    splashes: splashesOf([
      ...(before?.splashes ?? []),
      ...splashes.map(({ key, portrait, title, text }) => ({
        key,
        title: title ?? '',
        text: text ?? '',
        portrait: portrait === undefined ? null : address(portrait),
      })),
    ]),
  }
}

/** The brand with the addresses that its files are stored under. */
function storedBrand(brand: Brand, address: (text: string) => string): Brand {
  const icons = { ...brand.icons }
  for (const name of Object.keys(icons) as IconName[]) icons[name] = address(icons[name])
  return { ...brand, logo: address(brand.logo), icons }
}

/** True when an import leaves the facts as they are. */
export function sameFacts(before: Site, facts: Omit<Site, 'contentVersion'>): boolean {
  return JSON.stringify({ ...before, ...facts }) === JSON.stringify(before)
}

/** Says which content it is and when it came, so that a pack that comes back after another is a new version too. */
export function versionOf(pack: Pack, address: (text: string) => string, now: number): string {
  const { site, policies, groups, courses, questions, exams, quizzes, liveClasses, news, blog, webinars, splashes } =
    pack
  const hash = createHash('sha256')
  // Each by itself: a large bank is more than one string can hold.
  const small = [[site], policies, groups, courses]
  for (const part of [...small, questions, exams, quizzes, liveClasses, news, splashes, blog, webinars])
    for (const entry of [part.length, ...part]) hash.update(`${address(JSON.stringify(entry))}\n`)
  return `${hash.digest('hex').slice(0, 12)}-${now.toString(36)}`
}
