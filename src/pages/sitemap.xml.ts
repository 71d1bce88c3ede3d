import { isoTime } from '#lib/both/time/clock.ts'
import type { APIRoute } from 'astro'
import { siteUrl } from '#core/config.ts'
import type { Services } from '#core/context.ts'
import { holdsUntil } from '#core/site/page-until.ts'
import { pageContext } from '#core/provide.ts'
import { sitemap, type SitemapEntry } from '#features/catalogue/server/sitemap.ts'
import { articlesWithText } from '#features/news/server/articles.ts'
import { webinarIds } from '#features/webinars/server/webinars.ts'
import { escapeText } from '#lib/server/text/html.ts'
import { paths } from '#lib/both/paths.ts'

/** The public pages for search engines; there are none when the catalogue is for members. */
export const GET: APIRoute = async () => {
  const services = pageContext()
  const now = services.now()
  if (services.config.CATALOGUE === 'members') return new Response('Not found', { status: 404 })
  const site = siteUrl(services.config)
  const [catalogue, { entries: published, changes }] = await Promise.all([sitemap(services), publishedPages(services)])
  const urls = [...catalogue, ...published].map(({ path, changed }) => {
    const lastmod = changed === undefined ? '' : `<lastmod>${isoTime(changed).slice(0, 10)}</lastmod>`
    return `<url><loc>${escapeText(site + path)}</loc>${lastmod}</url>`
  })
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('\n')}
</urlset>
`
  const headers = new Headers({ 'content-type': 'application/xml; charset=utf-8' })
  holdsUntil(headers, changes, now)
  return new Response(xml, { headers })
}

/** News, the blog and webinars; a list of nothing is not worth a visit. */
async function publishedPages(services: Services): Promise<{ entries: SitemapEntry[]; changes: number[] }> {
  const [{ news, blog, coming }, webinars] = await Promise.all([articlesWithText(services), webinarIds(services)])
  const of = (all: string, one: (id: number) => string, rows: { id: number; published_at?: number }[]) =>
    rows.length === 0
      ? []
      : [
          { path: all, changed: undefined },
          ...rows.map(({ id, published_at }) => ({ path: one(id), changed: published_at })),
        ]
  return {
    entries: [
      ...of(paths.news, paths.newsArticle, news),
      ...of(paths.blog, paths.blogArticle, blog),
      ...of(
        paths.webinars,
        paths.webinar,
        webinars.map((id) => ({ id })),
      ),
    ],
    changes: coming,
  }
}
