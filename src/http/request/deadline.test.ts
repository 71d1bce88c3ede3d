import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Hono } from 'hono'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { deadline } from './deadline.ts'
import type { RequestEnv } from './request.ts'

const log = pino({ level: 'silent' })

function appWith(ms: number, env?: { complete: boolean }) {
  const app = new Hono<RequestEnv>()
  app.use(async (c, next) => {
    c.set('facts', { requestId: 'abcdefgh', address: '', userAgent: '', device: { cookie: undefined, keep: () => {} } })
    await next()
  })
  app.use(deadline({ log }, ms))
  const held: (() => void)[] = []
  app.get('/hangs', () => new Promise<Response>(() => {}))
  app.get('/waits', async (c) => {
    await new Promise<void>((resolve) => held.push(resolve))
    return c.text('done')
  })
  app.get('/fails', () => {
    throw new Error('at once')
  })
  app.get('/long', (c) => {
    const body = new ReadableStream({
      start: (controller) => {
        setTimeout(() => {
          controller.enqueue(new TextEncoder().encode('the end'))
          controller.close()
        }, 5 * ms)
      },
    })
    return c.body(body)
  })
  return { held, ask: (path: string) => Promise.resolve(app.request(path, {}, env && { incoming: env })) }
}

test('work that does not end is answered for', async () => {
  const reply = await appWith(20).ask('/hangs')
  expect(reply.status).toBe(503)
  expect(reply.headers.get('retry-after')).toBe('10')
  expect(await reply.json()).toMatchObject({ status: false, code: 'unavailable', request_id: 'abcdefgh' })
})

test('a reply that has begun may take as long as it likes', async () => {
  const reply = await appWith(20).ask('/long')
  expect([reply.status, await reply.text()]).toEqual([200, 'the end'])
})

test('a failure is that of the work', async () => {
  expect((await appWith(10_000).ask('/fails')).status).toBe(500)
})

test('the time counts from when the request is there as a whole', async () => {
  const incoming = { complete: false }
  const { ask, held } = appWith(10, incoming)
  const reply = ask('/waits')
  // Several times its length passes while the body is on its way.
  await new Promise((resolve) => setTimeout(resolve, 50))
  for (const go of held) go()
  expect((await reply).status).toBe(200)
  incoming.complete = true
  expect((await ask('/hangs')).status).toBe(503)
})

test('what a reply was made from is garbage when it is made, without all memory being looked through', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (options: { type: 'minor' }) => void
  const keptLong = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')!.space_used_size
  const watched = deadline({ log }, 60_000)
  const ends: (() => void)[] = []
  const begin = () => {
    const madeFrom = { rows: Array.from({ length: 100 }, (_, row) => ({ row })) }
    const made = new Promise<void>((resolve) => ends.push(resolve))
    return watched({ env: {}, madeFrom } as never, () => made) as Promise<void>
  }
  const replies = Array.from({ length: 16 }, begin)
  // Takes what the deadline knows of those to where values are kept long.
  for (let passes = 0; passes < 4; passes += 1) collect({ type: 'minor' })
  let [grown, before] = [0, keptLong()]
  for (let count = 0; count < 20_000; count += 1) {
    replies.push(begin())
    ends.shift()!()
    await replies.shift()
    if (count % 100 === 0) {
      const now = keptLong()
      grown += Math.max(0, now - before)
      before = now
    }
  }
  // Of sixty that were made from.
  expect(grown / 1024 / 1024).toBeLessThan(10)
})
