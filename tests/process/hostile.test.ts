import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '#db/open.ts'
import { hostileForms, hostileJson } from '../support/hostile/hostile-bodies.ts'
import { seedLearners } from '../support/scenes/learners.ts'
import { caller, longestBlock } from '../support/servers/loop-blocked.ts'
import { startServer, temporaryFolder, type RunningServer } from '../support/servers/server.ts'

/** What a stranger sends to the server as it runs. */

/** Milliseconds that nobody may have to wait for what somebody else has sent. */
const MOST = 100

const { folder, remove } = temporaryFolder()
let server: RunningServer
let token: string

beforeAll(async () => {
  server = await startServer(folder)
  const { db, close } = await openDatabase({ dataDir: folder })
  token = (await seedLearners(db, 1))[0]!.token
  await close()
})

afterAll(async () => {
  await server.stop('SIGKILL')
  remove()
})

/**
 * The least of up to three looks: now and then the server tidies its memory, or does something for the first time. What
 * blocks it blocks it again.
 */
async function leastBlock(asked: () => Promise<unknown>): Promise<number> {
  let least = Infinity
  for (let look = 0; look < 3 && least >= MOST; look += 1) least = Math.min(least, await longestBlock(server, asked))
  return least
}

describe.each([
  ['a call that takes JSON', '/api/v1/user/profile/edit'],
  ['a form', '/api/v1/user/registernewuser'],
  ['a form with a picture', '/api/v1/user/profile/avatar'],
  ['a call of strangers', '/api/v1/user/registerorlogin'],
  ['a webhook', '/webhooks/payment'],
])('nobody waits longer than 100 ms while %s is sent', (_, path) => {
  test.each([...hostileForms, ...hostileJson])('$what', async ({ type, bytes }) => {
    const { ask, close } = caller(server)
    const blocked = await leastBlock(() =>
      ask(path, { authorization: `Bearer ${token}`, 'content-type': type, 'content-length': bytes.length }, bytes),
    )
    close()
    expect(blocked).toBeLessThan(MOST)
  })
})

/** 8,000 characters, the longest address, and 15,000, the longest headers. */
const long = (text: string) => text.repeat(Math.floor(7900 / text.length))
const longer = (text: string) => text.repeat(Math.floor(15_000 / text.length))

test.each([
  ['/api/v1/user/courses?', long('a=1&')],
  ['/api/v1/user/courses?', long('%&=&+')],
  ['/api/v1/user/courses?search=', long('a+b+c+')],
  ['/api/v1/user/courses?search=', long('x')],
  ['/api/v1/user/courses?search=', long('%20')],
  ['/search?q=', long('a+b+c+')],
  ['/search?q=', long('polity+')],
  ['/search?q=', long('x')],
  ['/courses?', long('a=1&')],
  ['/', long('%2f')],
  ['/media/', long('../')],
  ['/', long('a/')],
])('nor for the address %s and much more', async (path, more) => {
  const { ask, close } = caller(server)
  expect(await leastBlock(() => ask(path + more))).toBeLessThan(MOST)
  close()
})

test.each(
  [
    'cookie',
    'accept-encoding',
    'if-none-match',
    'accept',
    'accept-language',
    'range',
    'x-forwarded-for',
    'user-agent',
  ].flatMap((name) => ['a=b; ', '"', 'gzip;q=', ' ', 'W/"x", ', '1-2,', '0', '%'].map((text) => [name, text] as const)),
)('nor for a header %s of thousands of %j', async (name, text) => {
  const { ask, close } = caller(server)
  for (const path of ['/login', '/api/v1/page/appbanner', '/favicon.svg', '/media/none.png'])
    expect(await leastBlock(() => ask(path, { [name]: `x${longer(text)}x` })), path).toBeLessThan(MOST)
  close()
})

test.each([
  'bytes=9-1',
  'bytes=-',
  'bytes=1-',
  'bytes=-1',
  'bytes=99999-',
  'bytes=0-0,2-3',
  'bytes=1.5-1',
  'bytes=x',
  'x',
])('the range %s of a file of the site does no harm', async (range) => {
  const { ask, close } = caller(server)
  expect(await ask('/favicon.svg', { range })).toBe(200)
  expect(await ask('/healthz')).toBe(200)
  close()
})
