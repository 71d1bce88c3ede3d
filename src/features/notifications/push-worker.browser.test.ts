import { expect, test } from 'vitest'
import { pushWorker, type PushEventLike, type PushScope } from './push-worker.browser.ts'

function started() {
  const listeners: Record<string, (event: PushEventLike) => void> = {}
  const [shown, opened, told]: [unknown[], string[], unknown[]] = [[], [], []]
  const scope: PushScope = {
    addEventListener: (type, listener) => (listeners[type] = listener),
    skipWaiting: async () => {},
    registration: { showNotification: async (title, options) => void shown.push({ title, ...options }) },
    clients: {
      matchAll: async () => [{ postMessage: (message) => told.push(message) }],
      openWindow: async (url) => opened.push(url),
    },
    location: { origin: 'https://learn.example.org' },
  }
  // As the page sends it: the text alone.
  new Function('scope', `(${pushWorker.toString()})(scope, { name: 'Thinkal', icon: '/media/t.png' })`)(scope)
  const happen = async (type: string, event: Omit<PushEventLike, 'waitUntil'>) => {
    const waiting: Promise<unknown>[] = []
    listeners[type]?.({ ...event, waitUntil: (work) => void waiting.push(work) })
    await Promise.all(waiting)
  }
  return { happen, shown, opened, told }
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
