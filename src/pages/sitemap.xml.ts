import type { APIRoute } from 'astro'
import { siteUrl } from '#api/config.ts'
import { pageContext } from '#api/provide.ts'
import { sitemap } from '#features/catalogue/server/sitemap.ts'
import { escapeText } from '#lib/html.ts'

/** The public pages for search engines; there are none when the catalogue is for members. */
export const GET: APIRoute = async () => {
  const services = pageContext()
  if (services.config.CATALOGUE === 'members') return new Response('Not found', { status: 404 })
  const site = siteUrl(services.config)
  const urls = (await sitemap(services)).map(({ path, changed }) => {
    const lastmod = changed === undefined ? '' : `<lastmod>${new Date(changed).toISOString().slice(0, 10)}</lastmod>`
    return `<url><loc>${escapeText(site + path)}</loc>${lastmod}</url>`
  })
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('\n')}
</urlset>
`
  return new Response(xml, { headers: { 'content-type': 'application/xml; charset=utf-8' } })
}
