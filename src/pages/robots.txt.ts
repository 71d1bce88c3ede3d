import type { APIRoute } from 'astro'
import { siteUrl } from '#core/config.ts'
import { pageContext } from '#core/provide.ts'
import { paths } from '#lib/both/paths.ts'
import { staffPaths } from '#lib/both/staff-paths.ts'

/** What a learner sees only after log-in, and what is no page at all. A search without results says noindex itself. */
const closed = [
  '/api/',
  '/dev/',
  staffPaths.home,
  '/buycourse/',
  '/exam/',
  paths.dashboard,
  paths.myCourses,
  paths.purchases,
  paths.dailyWorkouts,
  paths.mockTests,
  paths.quizzes,
  paths.practice,
  paths.liveClasses,
  paths.support,
  paths.settings,
]

export const GET: APIRoute = () => {
  const { config } = pageContext()
  const members = config.CATALOGUE === 'members'
  const disallowed = members ? [...closed, paths.courses, paths.search, paths.news, paths.blog, paths.webinars] : closed
  const lines = ['User-agent: *', ...disallowed.map((path) => `Disallow: ${path}`)]
  if (!members) lines.push('', `Sitemap: ${siteUrl(config)}/sitemap.xml`)
  return new Response(`${lines.join('\n')}\n`, { headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
