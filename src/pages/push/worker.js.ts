import type { APIRoute } from 'astro'
import { pushWorker } from '#features/notifications/push-worker.browser.ts'

/** The service worker of pushed notifications; its address makes `/push/` all it can see, and no page is there. */
export const GET: APIRoute = () =>
  new Response(`(${pushWorker.toString()})(self)\n`, {
    headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' },
  })
