import type { APIRoute } from 'astro'
import { pageContext } from '#core/provide.ts'
import { awayPage } from '#layouts/away/away-page.ts'
import { awayWorker } from '#layouts/away/away-worker.browser.ts'

/** The service worker that shows a page of ours where there is no network; its address lets it see every page. */
export const GET: APIRoute = async () => {
  const site = await pageContext().site()
  return new Response(`(${awayWorker.toString()})(self, ${JSON.stringify(awayPage(site))})\n`, {
    // Browsers ask anew on each visit, so that a new build's worker is used at once.
    headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' },
  })
}
