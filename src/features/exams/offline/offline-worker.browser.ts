import type { AwayPage } from '#lib/both/away-page.ts'

/** What the worker uses of its surroundings; the types of browsers' workers and pages do not go together. */
export interface WorkerScope {
  addEventListener: (type: string, listener: (event: WorkerEvent) => void) => void
  skipWaiting: () => Promise<void>
  clients: { claim: () => Promise<void> }
  caches: Pick<CacheStorage, 'match'>
  fetch: (request: Request) => Promise<Response>
  location: { origin: string }
}

export interface WorkerEvent {
  request: Request
  waitUntil: (work: Promise<unknown>) => void
  respondWith: (response: Promise<Response>) => void
  addRoutes?: (rule: object) => Promise<void>
}

/**
 * The service worker of exam screens. It keeps nothing: it answers from what the screen itself kept while an attempt was
 * under way (keep-offline.browser.ts), and of that only three things. The screen's page comes from the network whenever
 * there is one, so that a new build is used at once; files named after their content come from what is kept. Where there is
 * neither, for this page or another of an exam, it shows the page that says so. Calls of the API never pass through it.
 *
 * The page src/pages/exam/worker.js.ts sends the text of this function, so it uses nothing from outside itself.
 */
export function offlineWorker(scope: WorkerScope, away: AwayPage): void {
  const { caches } = scope
  /** Milliseconds that a network that says nothing is waited for, when there is a page to show instead. */
  const PATIENCE = 5000
  const keptFor = (request: Request) => caches.match(request, { ignoreSearch: true, ignoreVary: true })

  const awayPage = () => new Response(away.html, { status: 503, headers: away.headers })

  const page = async (request: Request): Promise<Response> => {
    const loading = scope.fetch(request)
    const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), PATIENCE))
    const answer = await Promise.race([loading, late]).catch(() => undefined)
    // What stands before a server that is down answers in its place.
    if (answer && answer.status < 500) return answer
    return (await keptFor(request)) ?? loading.catch(awayPage)
  }
  // A script whose import has failed is requested with a query (lib/browser/call/retryable.ts).
  const file = async (request: Request): Promise<Response> => (await keptFor(request)) ?? scope.fetch(request)

  scope.addEventListener('install', (event) => {
    // What a closing page still sends would end with it on its way through a worker. Browsers without routes go through.
    const direct = event.addRoutes?.({ condition: { requestMethod: 'POST' }, source: 'network' })
    event.waitUntil(Promise.all([direct?.catch(() => {}), scope.skipWaiting()]))
  })
  scope.addEventListener('activate', (event) => event.waitUntil(scope.clients.claim()))
  scope.addEventListener('fetch', (event) => {
    const { request } = event
    const { origin, pathname } = new URL(request.url)
    if (request.method !== 'GET' || origin !== scope.location.origin) return
    if (request.mode === 'navigate' && /^\/exam\/\d+\/start$/.test(pathname)) event.respondWith(page(request))
    else if (request.mode === 'navigate') event.respondWith(scope.fetch(request).catch(awayPage))
    else if (/^\/(_astro|media)\//.test(pathname)) event.respondWith(file(request))
  })
}
