import type { APIRoute } from 'astro'
import { servicePaths } from '#lib/both/calls/endpoint.ts'
import { pageContext } from '#core/provide.ts'
import { renewPush } from '#features/notifications/push.contract.ts'
import { pushWorker } from '#features/notifications/push-worker.browser.ts'

/** The service worker of pushed notifications; its address makes `/push/` all it can see, and no page is there. */
export const GET: APIRoute = async () => {
  const { name, brand } = await pageContext().site()
  const renew = `${servicePaths.v1}${renewPush.path}`
  const site = JSON.stringify({ name, icon: brand.icons.any192, renew })
  return new Response(`(${pushWorker.toString()})(self, ${site})\n`, {
    headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' },
  })
}
