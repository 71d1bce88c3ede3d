import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { neutralBrand } from '#core/site/brand.ts'
import { awayPage } from './away-page.ts'
import { awayWorker, type AwayEvent, type AwayScope } from './away-worker.browser.ts'

const page = awayPage({ name: 'Vidya <Kendra>', brand: neutralBrand })

/** The worker, run from its text as browsers do, with a network of the test's own. */
function started(network: () => Promise<Response>) {
  const listeners: Record<string, (event: AwayEvent) => void> = {}
  const [routes, preloads, skipped]: [unknown[], string[], string[]] = [[], [], []]
  const scope: AwayScope = {
    addEventListener: (type, listener) => (listeners[type] = listener),
    skipWaiting: async () => void skipped.push('skipped'),
    registration: { navigationPreload: { disable: async () => void preloads.push('disabled') } },
    fetch: network,
  }
  new Function('self', 'page', `(${awayWorker.toString()})(self, page)`)(scope, page)
  const happen = async (type: string, given: object = {}) => {
    let answer: Promise<Response> | undefined
    const waiting: Promise<unknown>[] = []
    const event = {
      waitUntil: (work: Promise<unknown>) => void waiting.push(work),
      respondWith: (response: Promise<Response>) => void (answer = response),
      addRoutes: async (rule: object) => void routes.push(rule),
      ...given,
    }
    listeners[type]?.(event as AwayEvent)
    await Promise.all(waiting)
    return answer
  }
  return { happen, routes, preloads, skipped }
}

const away = () => Promise.reject<Response>(new TypeError('Failed to fetch'))
const visit = { request: { mode: 'navigate', method: 'GET' } }

test('a page comes from the network, and not from a navigation preload, whose failure Firefox shows as its own page', async () => {
  const { happen } = started(async () => new Response('fetched'))
  expect(await (await happen('fetch', visit))?.text()).toBe('fetched')
  const failed = { ...visit, preloadResponse: new Promise(() => {}) }
  expect(await (await happen('fetch', failed))?.text()).toBe('fetched')
})

test('what the server answers is shown, an error too', async () => {
  const { happen } = started(async () => new Response('down for repair', { status: 502 }))
  expect(await (await happen('fetch', visit))?.text()).toBe('down for repair')
})

test('without a network a page of the site says so, with a policy that lets its own script and style run', async () => {
  const { happen } = started(away)
  for (const event of [visit, { ...visit, preloadResponse: new Promise(() => {}) }]) {
    const reply = (await happen('fetch', event))!
    expect(reply.status).toBe(503)
    const html = await reply.text()
    expect(html).toContain('<title>No connection | Vidya &lt;Kendra&gt;</title>')
    expect(html).not.toMatch(/(src|href)="/)
    for (const element of ['script', 'style']) {
      const text = new RegExp(`<${element}>([^]*)</${element}>`).exec(html)![1]!
      const hash = createHash('sha256').update(text).digest('base64')
      expect(reply.headers.get('content-security-policy')).toContain(`${element}-src 'sha256-${hash}'`)
    }
  }
})

test('nothing but pages passes through it', async () => {
  const { happen, routes } = started(away)
  await happen('install')
  expect(routes).toEqual([
    { condition: { requestMethod: 'POST' }, source: 'network' },
    { condition: { not: { requestMode: 'navigate' } }, source: 'network' },
  ])
  expect(await happen('fetch', { request: { mode: 'cors', method: 'GET' } })).toBeUndefined()
  expect(await happen('fetch', { request: { mode: 'navigate', method: 'POST' } })).toBeUndefined()
})

test('a new release takes over at once, without the preloads of releases before, and in browsers without routes too', async () => {
  const { happen, preloads, skipped } = started(away)
  await happen('install', { addRoutes: () => Promise.reject(new TypeError('unknown condition')) })
  await happen('install', { addRoutes: undefined })
  await happen('activate')
  expect([skipped.length, preloads]).toEqual([2, ['disabled']])
})
