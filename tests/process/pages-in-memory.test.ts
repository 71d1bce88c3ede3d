import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readExposition, valueOf } from '../support/exposition.ts'
import { demoFolder } from '../support/demo-folder.ts'
import { freePort, startServer, type RunningServer } from '../support/server.ts'

const { folder, remove } = demoFolder()
let server: RunningServer
let metrics: string

beforeAll(async () => {
  const METRICS_PORT = String(await freePort())
  server = await startServer(folder, { CONTENT: 'src/content/demo', METRICS_PORT })
  metrics = `http://127.0.0.1:${METRICS_PORT}/metrics`
})

afterAll(async () => {
  await server.stop('SIGKILL')
  remove()
})

const get = (address: string, init: RequestInit = {}) => fetch(server.url + address, { redirect: 'manual', ...init })

/** What the server has drawn so far. */
async function drawn(): Promise<number> {
  const all = readExposition(await (await fetch(metrics)).text())
  return valueOf(all, 'padavu_pages_total', { outcome: 'miss' }) ?? NaN
}

/** How many pages are drawn by asking for these, four at a time. */
async function drawnBy(addresses: string[]): Promise<number> {
  const before = await drawn()
  const left = [...addresses]
  const ask = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await (await get(next)).arrayBuffer()
  }
  await Promise.all([ask(), ask(), ask(), ask()])
  return (await drawn()) - before
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

describe('pages in memory', () => {
  const site = [
    '/courses',
    '/courses/1',
    '/courses?sort=rating',
    '/dashboard',
    '/login',
    '/search',
    '/news/1',
    '/webinars/1',
  ]

  test('are drawn once, whatever is added to their addresses', async () => {
    expect(await drawnBy(site)).toBe(site.length)
    const added = site.flatMap((one) =>
      numbers(20).map((number) => `${one}${one.includes('?') ? '&' : '?'}u${number}=1`),
    )
    expect(await drawnBy(added)).toBe(0)
  })

  test('are not pushed out by a flood of searches and of exams that nobody has', async () => {
    await drawnBy(site)
    expect(await drawnBy(numbers(150).map((number) => `/search?q=random${number}`))).toBe(150)
    expect(await drawnBy(numbers(150).map((number) => `/mock-test/${number}0000`))).toBe(150)
    expect(await drawnBy(site)).toBe(0)
  })

  test('are one page where there is none', async () => {
    expect(await drawnBy(numbers(30).map((number) => `/none/${number}.php`))).toBeLessThanOrEqual(4)
    const reply = await get('/none/whatever')
    expect([reply.status, (await reply.text()).includes('/none/')]).toEqual([404, false])
  })

  test('show nothing of what a visitor added, or of whom they asked', async () => {
    const reply = await get('/courses/2?utm_source=spam', { headers: { 'x-forwarded-host': 'evil.example' } })
    const html = await reply.text()
    expect(html).toMatch(/<link rel="canonical" href="http:\/\/localhost:\d+\/courses\/2">/)
    expect(html).not.toMatch(/spam|evil/)
    expect(await (await get('/courses/2')).text()).toBe(html)
  })

  test('are whole after somebody asked for the head alone', async () => {
    const head = await get('/courses/3', { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    expect(await (await get('/courses/3')).text()).toContain('</html>')
  })

  test('keep leading to the right address', async () => {
    const beyond = await get('/courses?page=99&utm=1')
    expect([beyond.status, beyond.headers.get('location')]).toEqual([
      302,
      expect.stringMatching(/^\/courses(\?page=\d+)?$/),
    ])
    expect((await get('/courses/')).status).toBe(301)
    expect((await get('/exam/worker.js')).headers.get('content-type')).toMatch(/^text\/javascript/)
  })
})
