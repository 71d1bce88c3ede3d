import { once } from 'node:events'
import http, { createServer, type Server } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { registry } from '#core/metrics/metrics.ts'
import { holdsUntil } from '#core/site/page-until.ts'
import { SECOND } from '#lib/both/time/clock.ts'
import { testApi, type TestApi } from '../../../tests/support/api/api.ts'
import { readExposition, valueOf } from '../../../tests/support/api/exposition.ts'
import { announceContent, seedCourse } from '../../../tests/support/scenes/catalogue-fixture.ts'
import { requestLog, type RequestEnv } from '../request/request.ts'
import { keptPages } from './kept-pages.ts'
import { pageCache } from './page-cache.ts'
import { pageMemory } from './page-memory.ts'

/** A page that is there is answered at once; all else goes through the pipeline, which says so here. */

const text = '<p>padavu</p>'.repeat(500)
let api: TestApi
let server: Server
let port: number
let logged: string
/** Requests that went through the pipeline. */
let through: string[]
let moments: number[]

beforeAll(async () => {
  const stream = new Writable({
    write: (chunk: Buffer, _, done) => {
      logged += chunk.toString()
      done()
    },
  })
  api = await testApi({ TRUSTED_PROXIES: 'loopback' }, pino(stream))
  await seedCourse(api.services.db, { title: 'Polity', place: 'psc/ldc' })
  await announceContent(api.services.db)
})

beforeEach(async () => {
  logged = ''
  through = []
  moments = []
  const memory = pageMemory(api.services)
  const answered = keptPages(api.services, memory)
  const app = new Hono<RequestEnv>()
  app.use(requestLog(api.services))
  app.use(async (c, next) => {
    through.push(`${c.req.method} ${c.req.path}`)
    await next()
  })
  app.use(pageCache(api.services, (c) => new URL(c.req.url).pathname, memory))
  app.all('*', (c) => {
    holdsUntil(c.res.headers, moments, api.clock.now())
    return c.req.path === '/old' ? c.redirect('/new', 301) : c.html(text)
  })
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false })
  server = createServer((request, response) => {
    if (!answered(request, response)) void listener(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  ;({ port } = server.address() as { port: number })
  return () => void server.close()
})

afterAll(() => api.close())

interface Reply {
  status: number
  headers: http.IncomingHttpHeaders
  body: Buffer
}

function ask(target: string, headers: http.OutgoingHttpHeaders = {}, method = 'GET'): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const request = http.request(
      { host: '127.0.0.1', port, path: target, method, headers, agent: false },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
        )
      },
    )
    request.on('error', reject)
    request.end()
  })
}

/** What differs from request to request. */
const lasting = ({ status, headers, body }: Reply) => {
  const { date: _, 'x-request-id': id, ...rest } = headers
  return { status, body: body.toString('base64'), headers: rest, named: /^[0-9a-f]{16}$/.test(String(id)) }
}

test.each([
  ['as it is', {}],
  ['in Brotli', { 'accept-encoding': 'gzip, br' }],
  ['in gzip', { 'accept-encoding': 'gzip' }],
  ['to a browser that has it', { 'if-none-match': '*' }],
  ['to a browser that has another', { 'if-none-match': 'W/"other"', 'accept-encoding': 'br' }],
  ['to who asks for a part', { range: 'bytes=0-9' }],
])('a page from memory is the one that was drawn, to the letter: %s', async (_, headers) => {
  for (const method of ['GET', 'HEAD']) {
    const path = `/${method}`
    const drawn = await ask(path, headers, method)
    expect(lasting(await ask(path, headers, method))).toEqual(lasting(drawn))
    expect(through.filter((one) => one.endsWith(path))).toHaveLength(1)
  }
})

test('every encoding holds the same page', async () => {
  await Promise.all(['br', 'gzip'].map((encoding) => ask('/courses', { 'accept-encoding': encoding })))
  through = []
  const [plain, br, zipped] = await Promise.all(
    ['identity', 'br', 'gzip'].map((encoding) => ask('/courses', { 'accept-encoding': encoding })),
  )
  expect(plain!.body.toString()).toBe(text)
  expect(brotliDecompressSync(br!.body).toString()).toBe(text)
  expect(gunzipSync(zipped!.body).toString()).toBe(text)
  expect(new Set([plain, br, zipped].map((reply) => reply!.headers.etag)).size).toBe(1)
  expect(through).toEqual([])
})

test('a page that leads elsewhere does so from memory', async () => {
  await ask('/old')
  const { status, headers } = await ask('/old')
  expect([status, headers.location, headers['content-length']]).toEqual([301, '/new', '0'])
  expect(through).toHaveLength(1)
})

test.each([
  '/courses?utm_source=mail&utm_medium=x',
  '/courses?fbclid=%41%42&page=1',
  '/courses?page=&search=&x=%F0%9F%98%80',
  '/courses?b=1&a=2&a=3',
  '/courses?',
  '/courses?sort=latest&category=77',
])('an address that differs in what no page reads is answered from memory: %s', async (target) => {
  // The first that has a query brings the catalogue, which says what queries mean.
  await ask('/courses?page=1')
  through = []
  expect((await ask(target)).status).toBe(200)
  expect(through).toEqual([])
})

test.each([
  ['another method', '/courses', 'POST'],
  ['another method that reads', '/courses', 'OPTIONS'],
  ['a path with escapes', '/cours%65s', 'GET'],
  ['a path that leads elsewhere', '/x/../courses', 'GET'],
  ['another page', '/courses?page=2', 'GET'],
])('what is not at once the same is left to the pipeline: %s', async (_, target, method) => {
  await ask('/courses?page=1')
  through = []
  await ask(target, {}, method)
  expect(through).toHaveLength(1)
})

test('is counted and logged like every other request', async () => {
  const counted = async () => {
    const all = readExposition(await registry.metrics())
    return valueOf(all, 'padavu_http_requests_total', { method: 'GET', route: '/courses', status: '2xx' }) ?? 0
  }
  await ask('/courses?page=1')
  const before = await counted()
  logged = ''
  const { headers } = await ask('/courses?utm=1', { 'x-request-id': 'from-a-proxy' })
  expect(headers['x-request-id']).toBe('from-a-proxy')
  expect(await counted()).toBe(before + 1)
  await vi.waitFor(() =>
    expect(JSON.parse(logged)).toMatchObject({
      level: 30,
      req: 'from-a-proxy',
      method: 'GET',
      path: '/courses',
      status: 200,
      msg: 'request',
    }),
  )
  expect(through).toHaveLength(1)
})

test('what is no longer so is drawn anew: after an import, and when its time has come', async () => {
  moments = [api.clock.now() + 5 * SECOND]
  await ask('/courses')
  api.clock.advance(5 * SECOND)
  await ask('/courses')
  await ask('/courses')
  expect(through).toHaveLength(2)
  await announceContent(api.services.db)
  api.clock.advance(2 * SECOND)
  await ask('/courses')
  expect(through).toHaveLength(3)
})
