import { expect, test } from 'vitest'
import { pushWorker, type PushEventLike, type PushScope, type SubscriptionLike } from './push-worker.browser.ts'

const subscription = (name: string): SubscriptionLike => ({
  endpoint: `https://push.example.org/${name}`,
  options: { userVisibleOnly: true, key: name },
  toJSON: () => ({ keys: { p256dh: `p-${name}`, auth: `a-${name}` } }),
})

function started() {
  const listeners: Record<string, (event: PushEventLike) => void> = {}
  const [shown, opened, told]: [unknown[], string[], unknown[]] = [[], [], []]
  const [subscribed, sent]: [unknown[], unknown[]] = [[], []]
  let fails = false
  const scope: PushScope = {
    addEventListener: (type, listener) => (listeners[type] = listener),
    skipWaiting: async () => {},
    registration: {
      showNotification: async (title, options) => void shown.push({ title, ...options }),
      pushManager: {
        subscribe: async (options) => {
          subscribed.push(options)
          return subscription('again')
        },
      },
    },
    fetch: async (url, request) => {
      if (fails) throw new TypeError('offline')
      sent.push([url, JSON.parse((request as { body: string }).body)])
    },
    clients: {
      matchAll: async () => [{ postMessage: (message) => told.push(message) }],
      openWindow: async (url) => opened.push(url),
    },
    location: { origin: 'https://learn.example.org' },
  }
  // As the page sends it: the text alone.
  new Function(
    'scope',
    `(${pushWorker.toString()})(scope, { name: 'Thinkal', icon: '/media/t.png', renew: '/renew' })`,
  )(scope)
  const happen = async (type: string, event: Omit<PushEventLike, 'waitUntil'>) => {
    const waiting: Promise<unknown>[] = []
    listeners[type]?.({ ...event, waitUntil: (work) => void waiting.push(work) })
    await Promise.all(waiting)
  }
  return { happen, shown, opened, told, subscribed, sent, goOffline: () => (fails = true) }
}

test('what is pushed is shown once a notification, and open pages hear of it', async () => {
  const { happen, shown, told } = started()
  await happen('push', { data: { json: () => ({ id: 7, title: 'Title', body: 'Words', url: '/support?ticket=3' }) } })
  expect(shown).toMatchObject([
    { title: 'Title', body: 'Words', tag: 'notification-7', icon: '/media/t.png', data: { url: '/support?ticket=3' } },
  ])
  expect(told).toEqual([{ notification: 7 }])
})

test('a message that cannot be read is shown all the same: browsers want it so', async () => {
  const { happen, shown } = started()
  await happen('push', {
    data: {
      json: () => {
        throw new Error('not JSON')
      },
    },
  })
  await happen('push', { data: null })
  expect(shown).toMatchObject([{ title: 'Thinkal' }, { title: 'Thinkal' }])
})

test.each([
  ['/support?ticket=3&seen=7', 'https://learn.example.org/support?ticket=3&seen=7'],
  ['https://evil.example.org/', 'https://learn.example.org'],
  ['//evil.example.org/', 'https://learn.example.org'],
  ['javascript:alert(1)', 'https://learn.example.org'],
])('a click on %s opens %s', async (url, page) => {
  const { happen, opened } = started()
  let closed = false
  await happen('notificationclick', { notification: { close: () => (closed = true), data: { url } } })
  expect(opened).toEqual([page])
  expect(closed).toBe(true)
})

const asSent = (name: string) => [
  '/renew',
  {
    old: { endpoint: 'https://push.example.org/old', auth: 'a-old' },
    endpoint: `https://push.example.org/${name}`,
    keys: { p256dh: `p-${name}`, auth: `a-${name}` },
  },
]

test('a subscription that the browser renewed is told to the server and to open pages', async () => {
  const { happen, told, subscribed, sent } = started()
  const change = { oldSubscription: subscription('old'), newSubscription: subscription('new') }
  await happen('pushsubscriptionchange', change)
  expect([subscribed, sent, told]).toEqual([[], [asSent('new')], [{ renewed: true }]])
})

test('a subscription that ended is made again with the options that it had', async () => {
  const { happen, told, subscribed, sent } = started()
  await happen('pushsubscriptionchange', { oldSubscription: subscription('old'), newSubscription: null })
  expect(subscribed).toEqual([{ userVisibleOnly: true, key: 'old' }])
  expect([sent, told]).toEqual([[asSent('again')], [{ renewed: true }]])
})

test('a renewal that cannot be told, or of which the browser says nothing, is left to the pages', async () => {
  const { happen, told, sent, goOffline } = started()
  await happen('pushsubscriptionchange', {})
  goOffline()
  await happen('pushsubscriptionchange', { oldSubscription: subscription('old') })
  expect([sent, told]).toEqual([[], [{ renewed: true }, { renewed: true }]])
})
