import { readdirSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { numberedPages } from '#http/pages/numbered-pages.ts'
import { serverLimits } from '#server/limits.ts'
import { startCache, type Cache } from '../support/servers/cache.ts'
import { demoFolder } from '../support/servers/demo-folder.ts'
import { startServer, temporaryFolder, type RunningServer } from '../support/servers/server.ts'

/** nginx with deploy/cache/nginx.conf, as Debian has it, in front of the production server. */

const data = demoFolder()
const kept = temporaryFolder()
let server: RunningServer
let cache: Cache

beforeAll(async () => {
  server = await startServer(data.folder, { CONTENT: 'src/content/demo', TRUSTED_PROXIES: 'loopback' })
  cache = await startCache(server.port, path.join(kept.folder, 'nginx'))
})
afterAll(async () => {
  await cache.stop()
  await server.stop('SIGKILL')
  for (const { remove } of [data, kept]) remove()
})

const assets = path.join(import.meta.dirname, '..', '..', 'dist', 'client', '_astro')
const script = `/_astro/${readdirSync(assets).find((name) => name.endsWith('.js'))}`

async function ask(address: string, headers: Record<string, string> = {}, method = 'GET') {
  const reply = await fetch(cache.url + address, { method, redirect: 'manual', headers })
  const body = await reply.text()
  return { status: reply.status, headers: reply.headers, body, how: reply.headers.get('x-cache-status') }
}

test.each(['/courses', '/courses/1', '/login', '/sitemap.xml', script, '/api/v1/category', '/api/ops/courses'])(
  '%s is answered for the next one from what is kept, with an id of their own',
  async (address) => {
    const direct = await fetch(server.url + address)
    const [first, second] = [await ask(address), await ask(address)]
    // After a second it asks whether it is the same.
    expect(second.how).toMatch(/^(HIT|REVALIDATED)$/)
    expect(second.body).toBe(await direct.text())
    for (const name of ['content-type', 'content-security-policy', 'cache-control', 'etag', 'vary'])
      expect(second.headers.get(name), name).toBe(direct.headers.get(name))
    expect(second.headers.get('x-request-id')).toMatch(/^[0-9a-f]{32}$/)
    expect(second.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'))
  },
)

test.each(['br', 'gzip', 'identity'])('each encoding is kept by itself: %s', async (encoding) => {
  const written = { br: 'gzip, br;q=0.9', gzip: 'br;q=0, gzip', identity: 'identity' }[encoding]!
  await ask('/courses', { 'accept-encoding': encoding })
  const reply = await ask('/courses', { 'accept-encoding': written })
  expect([reply.how, reply.headers.get('content-encoding')]).toEqual([
    expect.stringMatching(/^(HIT|REVALIDATED)$/),
    encoding === 'identity' ? null : encoding,
  ])
  expect(reply.body).toContain('<!DOCTYPE html>')
})

test('what a page does not read of its address makes no other page', async () => {
  await ask('/courses')
  for (const address of ['/courses?utm=1', '/courses?x=2&fbclid=3', '/courses?'])
    expect((await ask(address)).how, address).toMatch(/^(HIT|REVALIDATED)$/)
  const { body } = await ask('/courses?evil=strangers-word')
  expect(body).not.toContain('strangers-word')
})

test.each<[string, string, Record<string, string>]>([
  ['what somebody typed', '/search?q=polity', {}],
  ['a search of the list', '/courses?utm=1&search=polity', {}],
  ['a search in another spelling', '/courses?%73earch=polity', {}],
  ['another page of the list', '/courses?page=2', {}],
  ...numberedPages.map((page): [string, string, Record<string, string>] => {
    return ['what has a number, of which there is no end', page.replace(/\[\w+\]/g, '1'), {}]
  }),
  ['what is not there', '/none/1', {}],
  ['a file that is not there', '/_astro/none.js', {}],
  ['a call with a query', '/api/v1/user/courses?current_page=1', {}],
  ['a call of a learner', '/api/v1/user/owned-courses', { authorization: 'Bearer none' }],
  ['a call of a learner without a token', '/api/v1/user/owned-courses', {}],
  ['a public call with a token', '/api/v1/category', { authorization: 'Bearer none' }],
  ['a page with a token', '/courses', { authorization: 'Bearer none' }],
  ['codes that were sent', '/dev/outbox', {}],
  ['a calendar', `/calendar/${'a'.repeat(43)}.ics`, {}],
  ['a private file', '/files/none.pdf?sig=1', {}],
  ["somebody's data", '/my-data/1-1.html', {}],
  ['whether the server is ready', '/readyz', {}],
])('nothing is kept of %s', async (_, address, headers) => {
  await ask(address, headers)
  // Null is said of what is asked past the cache.
  expect(['BYPASS', 'MISS', null]).toContain((await ask(address, headers)).how)
})

test('a search is answered as it was asked', async () => {
  const { body } = await ask('/courses?utm=1&search=zzzznothing')
  expect(body).toContain('zzzznothing')
})

test('a body that is too large for the servers, or for nginx, is refused with the limit', async () => {
  const most = serverLimits.bodyBytes / 1024 / 1024
  for (const megabytes of [most + 0.5, most + 4]) {
    const headers = { 'content-type': 'application/json' }
    const body = Buffer.alloc(megabytes * 1024 * 1024)
    const refused = await fetch(`${cache.url}/api/v1/staff/login`, { method: 'POST', headers, body })
    expect(refused.status).toBe(413)
    expect(await refused.json()).toMatchObject({ code: 'too_large', errors: { body: `At most ${most} MB` } })
  }
})

test('while there is no server pages of the site are sent as they were, and calls of learners fail', async () => {
  await ask('/courses')
  await ask('/api/v1/category')
  await server.stop('SIGKILL')
  // What is kept is first asked for when its second is over.
  await expect.poll(async () => (await ask('/courses')).how).toBe('STALE')
  const page = await ask('/courses')
  expect([page.status, page.how]).toEqual([200, 'STALE'])
  await expect.poll(async () => (await ask('/api/v1/category')).how).toBe('STALE')
  expect((await ask('/api/v1/user/owned-courses', { authorization: 'Bearer none' })).status).toBe(502)
})
