import type { APIRoute } from 'astro'
import { pageContext } from '#core/provide.ts'
import { offlineWorker } from '#features/exams/offline/offline-worker.browser.ts'
import { awayPage } from '#layouts/away/away-page.ts'

/** The service worker of exam screens; its address makes `/exam/` all it can see. */
export const GET: APIRoute = async () => {
  const site = await pageContext().site()
  return new Response(`(${offlineWorker.toString()})(self, ${JSON.stringify(awayPage(site))})\n`, {
    // Browsers ask anew on each visit, so that a new build's worker is used at once.
    headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' },
  })
}
