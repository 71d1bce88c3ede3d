import type { Pushed } from './notifications.rules.ts'

/** What the worker uses of its surroundings; the types of browsers' workers and pages do not go together. */
export interface PushScope {
  addEventListener: (type: string, listener: (event: PushEventLike) => void) => void
  skipWaiting: () => Promise<void>
  registration: {
    showNotification: (title: string, options: object) => Promise<void>
    pushManager: { subscribe: (options: object) => Promise<SubscriptionLike> }
  }
  fetch: (url: string, request: object) => Promise<unknown>
  clients: {
    matchAll: (options: object) => Promise<{ postMessage: (message: unknown) => void }[]>
    openWindow: (url: string) => Promise<unknown>
  }
  location: { origin: string }
}

export interface SubscriptionLike {
  endpoint: string
  options: object
  toJSON: () => { keys?: Record<string, string> }
}

export interface PushEventLike {
  oldSubscription?: SubscriptionLike | null
  newSubscription?: SubscriptionLike | null
  data?: { json: () => unknown } | null
  notification?: { close: () => void; data?: { url?: string } | null }
  waitUntil: (work: Promise<unknown>) => void
}

/**
 * The service worker of pushed notifications. It sees no page and no request: its scope holds none. It shows what comes,
 * tells the open pages, and opens the page that a click asks for, on this site only. When the browser renews or drops its
 * subscription, the worker subscribes again and tells the server, and open pages, which check it; without either the next
 * visit does.
 *
 * The page src/pages/push/worker.js.ts sends the text of this function, so it uses nothing from outside itself.
 * @param site the site's name, the address of its icon, and the path of the call that renews a subscription
 */
export function pushWorker(scope: PushScope, site: { name: string; icon: string; renew: string }): void {
  const read = (event: PushEventLike) => {
    let told: Partial<Record<keyof Pushed, unknown>> = {}
    try {
      const data = event.data?.json()
      if (typeof data === 'object' && data !== null) told = data
    } catch {
      // Nothing that can be read is as good as nothing.
    }
    const text = (value: unknown, otherwise: string) => (typeof value === 'string' ? value : otherwise)
    return {
      id: typeof told.id === 'number' ? told.id : undefined,
      title: text(told.title, site.name),
      body: text(told.body, ''),
      url: text(told.url, '/dashboard'),
    }
  }
  const show = async (event: PushEventLike) => {
    const { id, title, body, url } = read(event)
    // Browsers want something shown for every message, or they show something of their own.
    await scope.registration.showNotification(title, {
      body,
      tag: `notification-${id ?? 0}`,
      icon: site.icon,
      lang: 'en-IN',
      data: { url },
    })
    await tellPages({ notification: id })
  }
  const tellPages = async (message: object) => {
    for (const page of await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })) {
      page.postMessage(message)
    }
  }
  const renew = async ({ oldSubscription: old, newSubscription }: PushEventLike) => {
    try {
      const now = newSubscription ?? (old ? await scope.registration.pushManager.subscribe(old.options) : undefined)
      const auth = old?.toJSON().keys?.auth
      if (now && old && auth) {
        await scope.fetch(site.renew, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({
            old: { endpoint: old.endpoint, auth },
            endpoint: now.endpoint,
            keys: now.toJSON().keys,
          }),
        })
      }
    } catch {
      // No permission or no network: a page of the learner checks it.
    }
    await tellPages({ renewed: true })
  }
  const open = async (event: PushEventLike) => {
    event.notification?.close()
    const url = new URL(event.notification?.data?.url ?? '/dashboard', scope.location.origin)
    await scope.clients.openWindow(url.origin === scope.location.origin ? url.href : scope.location.origin)
  }
  scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()))
  scope.addEventListener('push', (event) => event.waitUntil(show(event)))
  scope.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)))
  scope.addEventListener('notificationclick', (event) => event.waitUntil(open(event)))
}
