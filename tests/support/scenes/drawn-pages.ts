import { Hono } from 'hono'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { NO_PAGE } from '#http/pages/page-address.ts'
import { pageCache } from '#http/pages/page-cache.ts'
import { pageMemory } from '#http/pages/page-memory.ts'
import { requestLog, type RequestEnv } from '#http/request/request.ts'
import { holdsUntil } from '#core/site/page-until.ts'
import { testApi, type TestApi } from '../api/api.ts'
import { announceContent, seedCourse } from './catalogue-fixture.ts'

export const KB = 1024
/** Room for ten pages of each kind. */
const shares = { site: 100 * KB, again: 100 * KB, once: 100 * KB }
const html = { 'content-type': 'text/html; charset=utf-8' }

const routes: [RegExp, string][] = [
  [/^\/(courses|login|search|slow|staff|staff\/team)$/, ''],
  [/^\/courses\/\d+$/, '/courses/[id]'],
  [/^\/courses\/[^/]+\/[^/]+$/, '/courses/[group]/[category]'],
  [/^\/mock-test\/\d+$/, '/mock-test/[examId]'],
]
const routeOf = (url: string) => {
  const { pathname } = new URL(url)
  const found = routes.find(([path]) => path.test(pathname))
  return found ? found[1] || pathname : NO_PAGE
}

/** 1 to `count`. */
export const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

/**
 * The memory of pages before some that are drawn by nobody, for the tests of a file. Each test begins with nothing drawn; the
 * content, two courses, is the file's.
 */
export function drawnPages() {
  let app: Hono<RequestEnv>
  const get = async (address: string, init: RequestInit = {}) => app.request(address, init)
  const pages = {
    api: undefined as unknown as TestApi,
    /** How often each address was drawn. */
    drawn: {} as Record<string, number>,
    /** The requests that pages were drawn for. */
    told: [] as Request[],
    /** What drawing waits for. */
    gate: Promise.resolve(),
    /** Moments at which pages become others. */
    moments: [] as number[],
    get,
    /** Asks for one after the other. */
    each: async (addresses: string[]) => {
      for (const address of addresses) await (await get(address)).arrayBuffer()
    },
    /** How often anything was drawn. */
    total: () => Object.values(pages.drawn).reduce((sum, one) => sum + one, 0),
  }

  beforeAll(async () => {
    pages.api = await testApi()
    const { db } = pages.api.services
    for (const title of ['Polity', 'History']) await seedCourse(db, { title, place: 'psc/ldc' })
    await announceContent(db)
  })

  afterAll(() => pages.api.close())

  beforeEach(() => {
    Object.assign(pages, { drawn: {}, told: [], gate: Promise.resolve(), moments: [] })
    const { services, clock } = pages.api
    app = new Hono<RequestEnv>()
    app.onError((_, c) => c.text('broken', 500))
    app.use(requestLog(services))
    app.use(pageCache(services, (c) => routeOf(c.req.url), pageMemory(services, shares)))
    app.all('*', async (c) => {
      const { pathname, search } = new URL(c.req.url)
      const address = pathname + search
      pages.drawn[address] = (pages.drawn[address] ?? 0) + 1
      pages.told.push(c.req.raw)
      const now = clock.now()
      await pages.gate
      holdsUntil(c.res.headers, pages.moments, now)
      if (pathname === '/courses/9') throw new Error('broken')
      if (routeOf(c.req.url) === NO_PAGE || pathname.includes('none')) return c.body('none'.padEnd(9 * KB), 404, html)
      return c.req.method === 'HEAD' ? c.body(null, 200, html) : c.body(address.padEnd(9 * KB), 200, html)
    })
  })
  return pages
}
