import { Hono } from 'hono'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SECOND } from '#lib/both/time/clock.ts'
import { testApi, type TestApi } from '../../../tests/support/api/api.ts'
import { announceContent, seedCourse } from '../../../tests/support/scenes/catalogue-fixture.ts'
import { NO_PAGE } from './page-address.ts'
import { pageCache } from './page-cache.ts'
import { pageMemory } from './page-memory.ts'
import { pageStore } from './page-store.ts'
import { holdsUntil } from '#core/site/page-until.ts'
import { requestLog, type RequestEnv } from '../request/request.ts'

const KB = 1024
/** Room for ten pages of each kind. */
const shares = { site: 100 * KB, again: 100 * KB, once: 100 * KB }
const html = { 'content-type': 'text/html; charset=utf-8' }

let api: TestApi
/** How often each address was drawn. */
let drawn: Record<string, number>
/** The requests that pages were drawn for. */
let told: Request[]
let app: Hono<RequestEnv>
/** What drawing waits for. */
let gate: Promise<void>
/** Moments at which pages become others. */
let moments: number[]

const routes: [RegExp, string][] = [
  [/^\/(courses|login|search|slow)$/, ''],
  [/^\/courses\/\d+$/, '/courses/[id]'],
  [/^\/courses\/[^/]+\/[^/]+$/, '/courses/[group]/[category]'],
  [/^\/mock-test\/\d+$/, '/mock-test/[examId]'],
]
const routeOf = (url: string) => {
  const { pathname } = new URL(url)
  const found = routes.find(([path]) => path.test(pathname))
  return found ? found[1] || pathname : NO_PAGE
}

function appWith(bytes = shares) {
  const made = new Hono<RequestEnv>()
  made.onError((_, c) => c.text('broken', 500))
  made.use(requestLog(api.services))
  made.use(pageCache(api.services, (c) => routeOf(c.req.url), pageMemory(api.services, bytes)))
  made.all('*', async (c) => {
    const { pathname, search } = new URL(c.req.url)
    const address = pathname + search
    drawn[address] = (drawn[address] ?? 0) + 1
    told.push(c.req.raw)
    const now = api.clock.now()
    await gate
    holdsUntil(c.res.headers, moments, now)
    if (pathname === '/courses/9') throw new Error('broken')
    if (routeOf(c.req.url) === NO_PAGE || pathname.includes('none')) return c.body('none'.padEnd(9 * KB), 404, html)
    return c.req.method === 'HEAD' ? c.body(null, 200, html) : c.body(address.padEnd(9 * KB), 200, html)
  })
  return made
}

const get = async (address: string, init: RequestInit = {}) => app.request(address, init)
const total = () => Object.values(drawn).reduce((sum, one) => sum + one, 0)
const each = async (addresses: string[]) => {
  for (const address of addresses) await (await get(address)).arrayBuffer()
}
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

beforeAll(async () => {
  api = await testApi()
  for (const title of ['Polity', 'History']) await seedCourse(api.services.db, { title, place: 'psc/ldc' })
  await announceContent(api.services.db)
})

afterAll(() => api.close())

beforeEach(() => {
  drawn = {}
  told = []
  gate = Promise.resolve()
  moments = []
  app = appWith()
})

describe('a page is kept by what it reads of its address', () => {
  test('unknown parameters, however many, are one page, which never hears of them', async () => {
    await each(numbers(50).map((number) => `/courses?utm_source=${number}&x${number}=1`))
    await each(numbers(50).map((number) => `/login?redirect=/${number}`))
    expect(drawn).toEqual({ '/courses': 1, '/login': 1 })
    expect(await (await get('/courses?evil=<script>')).text()).not.toContain('evil')
  })

  test.each([
    ['order', '/courses?sort=rating&page=2', '/courses?page=2&sort=rating'],
    ['repetition', '/courses?page=2', '/courses?page=2&page=3&page=4'],
    ['empty values', '/courses', '/courses?search=&category=&sort=&page='],
    ['defaults', '/courses', '/courses?sort=latest&page=1'],
    ['values that count as not given', '/courses', '/courses?sort=price&page=-1&category=999'],
    ['numbers in other spellings', '/courses', '/courses?category=0x1&page=1e1'],
    ['names in capitals', '/courses', '/courses?SEARCH=polity&Page=2'],
    ['escapes', '/courses?search=polity', '/courses?%73earch=%70olit%79'],
    ['blanks', '/search?q=indian+polity', '/search?q=%20indian%20%20%09polity%20'],
    ['composed and decomposed letters', '/search?q=caf%C3%A9', '/search?q=cafe%CC%81'],
    ['pages of no search', '/search', '/search?q=&page=7'],
    ['escapes in the path', '/courses/1', '/cours%65s/%31'],
    ['an empty query', '/courses/1', '/courses/1?'],
    ['unknown subcategories', '/courses/psc/ldc', '/courses/psc/ldc?sub=none'],
  ])('whatever their %s', async (_, address, other) => {
    await each([address, other, address])
    expect(drawn).toEqual({ [address]: 1 })
  })

  test('what it does read makes another page', async () => {
    const addresses = [
      '/courses',
      '/courses?page=2',
      '/courses?search=polity',
      '/search?q=polity',
      '/search?q=polity&page=2',
    ]
    await each([...addresses, ...addresses])
    expect(drawn).toEqual(Object.fromEntries(addresses.map((address) => [address, 1])))
  })

  test('values of any length are cut to what the page reads', async () => {
    await each([`/search?q=${'a'.repeat(100)}`, `/search?q=${'a'.repeat(5000)}`])
    expect(total()).toBe(1)
  })

  test('a page learns of a request nothing but its address', async () => {
    await get('/courses?utm=1', { headers: { cookie: 'theme=dark', host: 'evil.example', 'x-forwarded-host': 'evil' } })
    expect([...told[0]!.headers]).toEqual([])
    expect(told[0]!.url).toBe('http://localhost:4321/courses')
  })

  test('a path that begins like the name of a host is a path', async () => {
    await get('http://localhost:4321//evil.example/courses')
    expect(told[0]!.url).toBe('http://localhost:4321//evil.example/courses')
  })

  test('HEAD draws the whole page, so that who comes next gets it', async () => {
    const head = await get('/courses', { method: 'HEAD' })
    expect([head.status, (await head.arrayBuffer()).byteLength]).toEqual([200, 0])
    expect(await (await get('/courses')).text()).toMatch(/^\/courses/)
    expect(total()).toBe(1)
  })
})

describe('a flood of addresses', () => {
  const site = ['/courses', '/courses/1', '/courses/psc/ldc', '/courses?page=2', '/login']

  test.each([
    ['searches', (number: number) => `/search?q=random${number}`],
    ['searches of the list', (number: number) => `/courses?search=random${number}`],
    ['exams that nobody has', (number: number) => `/mock-test/${number}`],
    ['pages that are not there', (number: number) => `/none/${number}`],
    ['courses that are not there', (number: number) => `/courses/psc/none${number}`],
  ])('of %s, each asked for twice, pushes none of the site out', async (_, address) => {
    await each(site)
    await each(numbers(100).flatMap((number) => [address(number), address(number)]))
    await each(site)
    expect(site.map((one) => drawn[one])).toEqual([1, 1, 1, 1, 1])
  })

  test('that are asked for once pushes none out that was asked for again', async () => {
    await each(['/search?q=polity', '/search?q=polity'])
    await each(numbers(100).map((number) => `/search?q=random${number}`))
    await each(['/search?q=polity'])
    expect(drawn['/search?q=polity']).toBe(1)
  })

  test('without a page is one page', async () => {
    const replies = await Promise.all(numbers(20).map((number) => get(`/none/${number}`)))
    expect(replies.map(({ status }) => status)).toEqual(numbers(20).map(() => 404))
    await get('/none/of/them')
    expect(total()).toBe(1)
  })

  test('is held to the bytes of its share, compressed copies included', async () => {
    const store = pageStore({ site: 20 * KB, again: 20 * KB, once: 20 * KB })
    const page = (size: number) => ({ size }) as Parameters<typeof store.put>[1]
    for (const number of numbers(100)) {
      store.put(`/${number}`, page(4 * KB), true)
      store.put(`/search?q=${number}`, page(4 * KB), false)
      store.get(`/search?q=${number}`)
    }
    expect(store.held()).toEqual({ site: 20 * KB, again: 20 * KB, once: 0 })
    const grown = page(4 * KB)
    store.put('/grown', grown, true)
    grown.size = 10 * KB
    store.grown('/grown', grown)
    expect(store.held().site).toBeLessThanOrEqual(20 * KB)
    expect(store.get('/grown')).toBe(grown)
  })
})

describe('requests for the same page at the same moment', () => {
  test('draw it once', async () => {
    let open = () => {}
    gate = new Promise((resolve) => (open = resolve))
    const asked = Array.from({ length: 50 }, (_, index) => get(`/mock-test/1?n=${index}`))
    await expect.poll(total).toBe(1)
    open()
    const replies = await Promise.all(asked)
    expect(replies.map(({ status }) => status)).toEqual(numbers(50).map(() => 200))
    expect(new Set(replies.map(({ headers }) => headers.get('x-request-id'))).size).toBe(50)
    expect(total()).toBe(1)
  })

  test.each([
    ['its time has come', () => Promise.resolve(api.clock.advance(5 * SECOND))],
    [
      'the content has changed',
      async () => {
        await announceContent(api.services.db)
        api.clock.advance(2 * SECOND)
      },
    ],
  ])('draw it once also when it was there until %s', async (_, change) => {
    moments = [api.clock.now() + 5 * SECOND]
    await each(['/courses'])
    let open = () => {}
    gate = new Promise((resolve) => (open = resolve))
    await change()
    const asked = numbers(20).map((number) => get(`/courses?utm=${number}`))
    await expect.poll(total).toBe(2)
    open()
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(numbers(20).map(() => 200))
    expect(total()).toBe(2)
  })

  test('get it compressed, each of them', async () => {
    const headers = { 'accept-encoding': 'br' }
    const replies = await Promise.all(numbers(5).map(() => get('/courses', { headers })))
    const bodies = await Promise.all(replies.map((reply) => reply.bytes()))
    expect(new Set(bodies.map(({ byteLength }) => byteLength)).size).toBe(1)
    expect(replies.map((reply) => reply.headers.get('content-encoding'))).toEqual(numbers(5).map(() => 'br'))
  })

  test('that cannot be drawn all say so, and the next one tries again', async () => {
    const replies = await Promise.all([get('/courses/9'), get('/courses/9')])
    expect(replies.map(({ status }) => status)).toEqual([500, 500])
    expect((await get('/courses/9')).status).toBe(500)
    expect(drawn['/courses/9']).toBe(2)
  })
})

describe('pages in memory', () => {
  test('are not sent again to a browser that has them', async () => {
    const etag = (await get('/courses')).headers.get('etag')!
    const again = await get('/courses?utm=1', { headers: { 'if-none-match': `"x", ${etag}` } })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })

  test('change with the content', async () => {
    await each(['/courses', '/mock-test/1'])
    await announceContent(api.services.db)
    api.clock.advance(2 * SECOND)
    await each(['/courses', '/mock-test/1'])
    expect(drawn).toEqual({ '/courses': 2, '/mock-test/1': 2 })
  })
})

describe('a cache in front', () => {
  const caching = async (address: string) => (await get(address)).headers.get('cache-control')

  test.each(['/courses', '/courses?page=2&utm=1', '/courses/1', '/courses/psc/ldc', '/login'])(
    'may keep a page of the site for a second, and longer while there is nobody to ask: %s',
    async (address) => expect(await caching(address)).toBe('max-age=0, s-maxage=1, stale-if-error=600'),
  )

  test.each([
    ['words that somebody typed', '/search?q=polity'],
    ['a number of which there is no end', '/mock-test/1'],
    ['what is not there', '/none/1'],
    ['a course that is not there', '/courses/psc/none'],
  ])('keeps no page of %s', async (_, address) => expect(await caching(address)).toBe('no-cache'))
})

describe('while a replica has other content than the primary, from which a page reads, too', () => {
  const withPrimaryAt = async (contentVersion: string, use: () => Promise<unknown>) => {
    const { site } = api.services
    api.services.site = Object.assign(async () => ({ ...(await site()), contentVersion }), { known: site.known })
    await use()
    api.services.site = site
  }

  test('what is drawn is kept for nobody, and what is there is sent', async () => {
    await each(['/courses'])
    await withPrimaryAt('another', () => each(['/courses', '/login', '/login']))
    expect(drawn).toEqual({ '/courses': 1, '/login': 2 })
    await each(['/login', '/login'])
    expect(drawn['/login']).toBe(3)
  })

  test('nor is what was begun before the primary had that of the replica', async () => {
    let open!: () => void
    gate = new Promise((resolve) => (open = resolve))
    let first: ReturnType<typeof get> | undefined
    await withPrimaryAt('another', async () => {
      first = get('/courses')
      await expect.poll(total).toBe(1)
    })
    open()
    expect((await first!).status).toBe(200)
    await each(['/courses', '/courses'])
    expect(drawn['/courses']).toBe(2)
  })
})

describe('a page that says until when it holds', () => {
  test.each([
    ['that is there', '/courses'],
    ['of what is still to come', '/courses/none/yet'],
  ])('is kept until then and drawn anew after that, also one %s', async (_, address) => {
    const now = api.clock.now()
    moments = [now - SECOND, now + 9 * SECOND, now + 5 * SECOND]
    await each([address, address])
    api.clock.set(now + 5 * SECOND - 1)
    const kept = await get(address)
    expect([drawn[address], kept.headers.has('x-page-until')]).toEqual([1, false])
    api.clock.set(now + 5 * SECOND)
    await each([address, address])
    expect(drawn[address]).toBe(2)
    api.clock.set(now + 9 * SECOND)
    await each([address])
    api.clock.set(now + 100 * SECOND)
    await each([address])
    expect(drawn[address], 'without a moment to come').toBe(3)
  })

  test('is drawn anew where the moment came while it was drawn', async () => {
    let open!: () => void
    gate = new Promise((resolve) => (open = resolve))
    const now = api.clock.now()
    moments = [now + SECOND]
    const first = get('/courses')
    await expect.poll(() => drawn['/courses']).toBe(1)
    api.clock.set(now + SECOND)
    open()
    await (await first).arrayBuffer()
    await each(['/courses'])
    expect(drawn['/courses']).toBe(2)
  })
})
