import { spawnSync } from 'node:child_process'
import { Hono } from 'hono'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { deadline } from './deadline.ts'
import { noStaffCookies } from '../../../tests/support/api/staff-work.ts'
import type { RequestEnv } from './request.ts'

const log = pino({ level: 'silent' })

function appWith(ms: number, env?: { complete: boolean }) {
  const app = new Hono<RequestEnv>()
  app.use(async (c, next) => {
    c.set('facts', {
      requestId: 'abcdefgh',
      address: '',
      userAgent: '',
      signal: () => new AbortController().signal,
      device: { cookie: undefined, keep: () => {} },
      staffCookies: noStaffCookies,
    })
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

/** In a process of its own, so that nothing else in it keeps anything: prints how many megabytes were carried to be kept long. */
const keepsLong = `
import { getHeapSpaceStatistics } from 'node:v8'
import { deadline } from '#http/request/deadline.ts'

const keptLong = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space').space_used_size
const watched = deadline({}, 60_000)
const ends = []
const begin = () => {
  const madeFrom = { rows: Array.from({ length: 100 }, (_, row) => ({ row })) }
  return watched({ env: {}, madeFrom }, () => new Promise((resolve) => ends.push(resolve)))
}
const replies = Array.from({ length: 16 }, begin)
// Takes what the deadline knows of those to where values are kept long.
for (let passes = 0; passes < 4; passes += 1) gc({ type: 'minor' })
let [grown, before] = [0, keptLong()]
for (let count = 0; count < 20_000; count += 1) {
  replies.push(begin())
  ends.shift()()
  await replies.shift()
  if (count % 100 === 0) {
    const now = keptLong()
    grown += Math.max(0, now - before)
    before = now
  }
}
console.log(grown / 1024 / 1024)
`

test('what a reply was made from is garbage when it is made, without all memory being looked through', () => {
  const flags = ['--expose-gc', '--max-semi-space-size=8', '--input-type=module', '--eval', keepsLong]
  const { stdout, stderr } = spawnSync(process.execPath, flags, { encoding: 'utf8' })
  expect(stderr).toBe('')
  // Of sixty that the replies were made from.
  expect(Number.parseFloat(stdout)).toBeLessThan(10)
})
