import { expect, test, vi } from 'vitest'
import { offlineWorker, type WorkerEvent, type WorkerScope } from './offline-worker.browser.ts'

/** The worker, run from its text as browsers do, with what the exam screen has kept and a network of the test's own. */
function setUp(kept: Record<string, string>, network: (path: string) => Promise<Response>) {
  const listeners = new Map<string, (event: WorkerEvent) => void>()
  const scope: WorkerScope = {
    addEventListener: (type, listener) => void listeners.set(type, listener),
    skipWaiting: async () => {},
    clients: { claim: async () => {} },
    caches: {
      match: async (request) => {
        const text = kept[new URL((request as Request).url).pathname]
        return text === undefined ? undefined : new Response(text)
      },
    },
    fetch: (request) => network(new URL(request.url).pathname),
    location: { origin: 'https://padavu.example' },
  }
  new Function('self', 'away', `(${offlineWorker.toString()})(self, away)`)(scope, { html: 'away', headers: {} })
  /** What a page is answered; undefined where the worker leaves it to the browser. */
  return async (address: string, { mode = 'cors', method = 'GET' } = {}): Promise<string | undefined> => {
    let answer: Promise<Response> | undefined
    const url = new URL(address, 'https://padavu.example').href
    listeners.get('fetch')!({
      request: { url, mode, method } as Request,
      waitUntil: () => {},
      respondWith: (response) => void (answer = response),
    })
    return answer && (await answer).text()
  }
}

const away = () => Promise.reject(new TypeError('Failed to fetch'))
const page = { mode: 'navigate' }

test('the screen comes from the network when there is one, and from what was kept when there is none', async () => {
  const kept = { '/exam/7/start': 'kept' }
  expect(await setUp(kept, async () => new Response('new'))('/exam/7/start', page)).toBe('new')
  expect(await setUp(kept, away)('/exam/7/start?course=3', page)).toBe('kept')
  expect(await setUp(kept, async () => new Response('', { status: 502 }))('/exam/7/start', page)).toBe('kept')
})

test('a page of an exam that was not kept is said to be out of reach where there is no network', async () => {
  expect(await setUp({}, away)('/exam/7/start', page)).toBe('away')
  expect(await setUp({}, away)('/exam/7/result', page)).toBe('away')
  expect(await setUp({}, async () => new Response('result'))('/exam/7/result', page)).toBe('result')
})

test('a network that says nothing is not waited for when there is a page to show', async () => {
  vi.useFakeTimers()
  const answer = setUp({ '/exam/7/start': 'kept' }, () => new Promise(() => {}))('/exam/7/start', page)
  await vi.advanceTimersByTimeAsync(5000)
  expect(await answer).toBe('kept')
  vi.useRealTimers()
})

test('files named after their content come from what was kept, others from the network', async () => {
  const ask = setUp({ '/_astro/a.1.js': 'kept', '/media/b.png': 'kept' }, async () => new Response('new'))
  expect([await ask('/_astro/a.1.js'), await ask('/media/b.png'), await ask('/_astro/c.2.js')]).toEqual([
    'kept',
    'kept',
    'new',
  ])
  expect(await ask('/_astro/a.1.js?again=1')).toBe('kept')
})

test('nothing else passes through it: no call, no other site', async () => {
  const ask = setUp({ '/exam/7/start': 'kept', '/api/v1/user/x': 'kept' }, away)
  expect(await ask('/api/v1/user/x')).toBeUndefined()
  expect(await ask('/exam/7/start', { method: 'POST', mode: 'navigate' })).toBeUndefined()
  expect(await ask('/exam/7/start')).toBeUndefined()
  expect(await ask('https://elsewhere.example/_astro/a.1.js')).toBeUndefined()
})
