import type { AwayPage } from '#lib/both/away-page.ts'

/** What the worker uses of its surroundings; the types of browsers' workers and pages do not go together. */
export interface AwayScope {
  addEventListener: (type: string, listener: (event: AwayEvent) => void) => void
  skipWaiting: () => Promise<void>
  registration: { navigationPreload?: { disable: () => Promise<void> } }
  fetch: (request: Request) => Promise<Response>
}

export interface AwayEvent {
  request: Request
  waitUntil: (work: Promise<unknown>) => void
  respondWith: (response: Promise<Response>) => void
  addRoutes?: (rule: object) => Promise<void>
}

/**
 * The service worker of every page but the exam screen's, which has its own. It shows a page of ours where a page cannot be had
 * for want of a network, and does nothing else: it keeps nothing, and sees no other request.
 *
 * The page src/pages/worker.js.ts sends the text of this function, so it uses nothing from outside itself.
 */
export function awayWorker(scope: AwayScope, { html, headers }: AwayPage): void {
  const page = (request: Request): Promise<Response> =>
    scope.fetch(request).catch(() => new Response(html, { status: 503, headers }))
  scope.addEventListener('install', (event) => {
    // Browsers with routes do not even start the worker for anything else.
    const past = [{ requestMethod: 'POST' }, { not: { requestMode: 'navigate' } }].map((condition) =>
      event.addRoutes?.({ condition, source: 'network' }).catch(() => {}),
    )
    event.waitUntil(Promise.all([...past, scope.skipWaiting()]))
  })
  // With navigation preloads Firefox shows its own error page where there is no network. Releases before had enabled them,
  // which browsers remember with the registration.
  scope.addEventListener('activate', (event) =>
    event.waitUntil(Promise.resolve(scope.registration.navigationPreload?.disable())),
  )
  scope.addEventListener('fetch', (event) => {
    const { mode, method } = event.request
    if (mode === 'navigate' && method === 'GET') event.respondWith(page(event.request))
  })
}
