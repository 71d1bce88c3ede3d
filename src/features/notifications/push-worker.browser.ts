import type { Pushed } from './notifications.rules.ts'

/** What the worker uses of its surroundings; the types of browsers' workers and pages do not go together. */
export interface PushScope {
  addEventListener: (type: string, listener: (event: PushEventLike) => void) => void
  skipWaiting: () => Promise<void>
  registration: { showNotification: (title: string, options: object) => Promise<void> }
  clients: {
    matchAll: (options: object) => Promise<{ postMessage: (message: unknown) => void }[]>
    openWindow: (url: string) => Promise<unknown>
  }
  location: { origin: string }
}

export interface PushEventLike {
  data?: { json: () => unknown } | null
  notification?: { close: () => void; data?: { url?: string } | null }
  waitUntil: (work: Promise<unknown>) => void
}

/**
 * The service worker of pushed notifications. It sees no page and no request: its scope holds none. It shows what comes,
 * tells the open pages, and opens the page that a click asks for, on this site only.
 *
 * The page src/pages/push/worker.js.ts sends the text of this function, so it uses nothing from outside itself.
 * @param site the site's name, and the address of its icon
 */
export function pushWorker(scope: PushScope, site: { name: string; icon: string }): void {
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
    for (const page of await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })) {
      page.postMessage({ notification: id })
    }
  }
  const open = async (event: PushEventLike) => {
    event.notification?.close()
    const url = new URL(event.notification?.data?.url ?? '/dashboard', scope.location.origin)
    await scope.clients.openWindow(url.origin === scope.location.origin ? url.href : scope.location.origin)
  }
  scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()))
  scope.addEventListener('push', (event) => event.waitUntil(show(event)))
  scope.addEventListener('notificationclick', (event) => event.waitUntil(open(event)))
}
