import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { faultOf } from '#db/faults.ts'
import { openDatabase } from '#db/open.ts'
import { dataOn, type EngineData } from '../support/servers/engine-data.ts'
import { startServer, type RunningServer } from '../support/servers/server.ts'

let data: EngineData
let server: RunningServer

beforeAll(async () => {
  data = await dataOn('postgres', { own: true })
  server = await startServer(data.dataDir, { DATABASE_URL: data.databaseUrl!, WEB_CONCURRENCY: '1' })
})
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
  await expect.poll(async () => (await get('/readyz')).status).toBe(200)
  expect((await get('/courses')).status).toBe(200)
  const [, ...log] = server.output().trimEnd().split('\n')
  for (const line of log) expect(() => JSON.parse(line) as unknown, line).not.toThrow()
  const said = log.filter((line) => line.includes('the database does not answer'))
  expect(said.length).toBeGreaterThan(0)
  // Once a minute of each error, however many met it.
  const names = said.map((line) => {
    const { err } = JSON.parse(line) as { err: { code?: string; message: string } }
    return err.code ?? err.message
  })
  expect(names).toEqual([...new Set(names)])
})

test('a connection that is lost in the middle of a transaction fails that alone, with its cause, and is replaced', async () => {
  const { db, connections, close } = await openDatabase(data)
  const failure = await db
    .transaction()
    .execute(async (tx) => {
      await tx.insertInto('meta').values({ key: 'half', value: 'x' }).execute()
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
      await sql`select pg_terminate_backend(${rows[0]!.pid})`.execute(db)
      const alive = sql<{ pid: number }>`select pid from pg_stat_activity where pid = ${rows[0]!.pid}`
      await expect.poll(async () => (await alive.execute(db)).rows).toEqual([])
      await tx.insertInto('meta').values({ key: 'other half', value: 'x' }).execute()
    })
    .catch((error: unknown) => error)
  expect(faultOf(failure)).toBe('away')
  expect(await db.selectFrom('meta').select('key').where('key', 'like', '%half').execute()).toEqual([])
  expect(connections!().total).toBe(1)
  await close()
})

test('a connection that the server ends while it runs a statement is lent to nobody else', async () => {
  const { db, close } = await openDatabase({ ...data, pool: 1 })
  const operator = new pg.Client(data.databaseUrl)
  await operator.connect()
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  const busy = sql`select pg_sleep(60)`.execute(db).catch((error: unknown) => error)
  // It waits for the one connection that there is.
  const next = sql<{ one: number }>`select 1 as one`.execute(db)
  await operator.query('select pg_terminate_backend($1)', [rows[0]!.pid])
  expect(faultOf(await busy)).toBe('away')
  expect((await next).rows).toEqual([{ one: 1 }])
  await operator.end()
  await close()
})
