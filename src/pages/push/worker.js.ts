import type { APIRoute } from 'astro'
import { pageContext } from '#core/provide.ts'
import { pushWorker } from '#features/notifications/push-worker.browser.ts'

/** The service worker of pushed notifications; its address makes `/push/` all it can see, and no page is there. */
export const GET: APIRoute = async () => {
  const { name, brand } = await pageContext().site()
  const site = JSON.stringify({ name, icon: brand.icons.any192 })
  return new Response(`(${pushWorker.toString()})(self, ${site})\n`, {
    headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' },
  })
}
