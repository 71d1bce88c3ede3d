import type { APIRoute } from 'astro'
import { offlineWorker } from '#features/exams/offline-worker.browser.ts'

/** The service worker of exam screens; its address makes `/exam/` all it can see. */
export const GET: APIRoute = () =>
  new Response(`(${offlineWorker.toString()})(self)\n`, {
    // Browsers ask anew on each visit, so that a new build's worker is used at once.
    headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' },
  })
