import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dataOn, type EngineData } from '../support/engine-data.ts'
import { startServer, type RunningServer } from '../support/server.ts'

let data: EngineData
let server: RunningServer

beforeAll(async () => {
  data = await dataOn('postgres', { own: true })
  server = await startServer(data.dataDir, { DATABASE_URL: data.databaseUrl!, WEB_CONCURRENCY: '1' })
}, 60_000)
afterAll(async () => {
  await server.stop('SIGKILL')
  await data.remove()
})

const get = (path: string) => fetch(server.url + path)

test('while somebody holds a table whoever needs it is answered 503 in time, and the others are served', async () => {
  // Nobody has asked for courses yet, so they are in no memory.
  const operator = new pg.Client(data.databaseUrl)
  // Should the test fail, it is ended with the database.
  operator.on('error', () => {})
  await operator.connect()
  await operator.query('begin; lock table courses in access exclusive mode')
  const [page, call, other] = await Promise.all([get('/courses/987654'), get('/api/v1/category'), get('/login')])
  expect([page.status, call.status, other.status]).toEqual([503, 503, 200])
  expect(await page.text()).toContain('We will be right back')
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  await operator.query('commit')
  await operator.end()
  expect((await get('/courses/987654')).status).toBe(404)
})

test('while the database is away calls, pages and files answer 503 and when to come back, the log says so in JSON, and all is well when it is back', async () => {
  expect((await get('/courses')).status).toBe(200)
  await data.restart!('fast', async () => {
    // What is known of the site is believed for a second.
    await expect.poll(async () => (await get('/courses')).status).toBe(503)
    for (const path of [
      '/api/v1/category',
      '/courses',
      '/search?search=x',
      '/sitemap.xml',
      `/calendar/${'a'.repeat(43)}.ics`,
      '/readyz',
    ]) {
      const answer = await get(path)
      expect(answer.status, path).toBe(503)
      if (path !== '/readyz') expect(Number(answer.headers.get('retry-after')), path).toBeGreaterThan(0)
      expect(answer.headers.get('content-security-policy'), path).toContain("default-src 'none'")
      expect(answer.headers.get('cache-control') ?? '', path).toMatch(path === '/readyz' ? /^/ : /no-store/)
    }
    expect(await (await get('/api/v1/category')).json()).toMatchObject({ status: false, code: 'unavailable' })
    const page = await (await get('/courses')).text()
    expect(page).toContain('We will be right back')
    expect(page).toContain('stay on your device')
    expect((await get('/healthz')).status).toBe(200)
  })
  await expect.poll(async () => (await get('/readyz')).status, { timeout: 10_000 }).toBe(200)
  expect((await get('/courses')).status).toBe(200)
  const [, ...log] = server.output().trimEnd().split('\n')
  for (const line of log) expect(() => JSON.parse(line) as unknown, line).not.toThrow()
  const said = log.filter((line) => line.includes('the database does not answer'))
  expect(said.length).toBeGreaterThan(0)
  expect(said.length).toBeLessThan(5)
})
