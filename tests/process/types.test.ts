import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nameOf } from '#providers/files/names.ts'
import { openDatabase } from '#db/open.ts'
import { paths } from '#lib/both/paths.ts'
import { seedLearners } from '../support/scenes/learners.ts'
import { demoFolder } from '../support/servers/demo-folder.ts'
import { freePort, startServer, type RunningServer } from '../support/servers/server.ts'

/** What each kind of answer says of itself. */

const { folder, remove } = demoFolder()
let server: RunningServer
let metrics: string
let token: string
const files: Record<string, string> = {}

const svgText = '<svg xmlns="http://www.w3.org/2000/svg"/>'
const drawing = await nameOf(Buffer.from(svgText), 'svg')

beforeAll(async () => {
  const settings = { CONTENT: 'src/content/demo', SECURITY_CONTACT: 'mailto:safety@example.org' }
  const { db, close } = await openDatabase({ dataDir: folder })
  token = (await seedLearners(db, 1))[0]!.token
  await close()
  mkdirSync(path.join(folder, 'media'), { recursive: true })
  writeFileSync(path.join(folder, 'media', drawing), svgText)
  const port = await freePort()
  metrics = `http://127.0.0.1:${port}/metrics`
  server = await startServer(folder, { ...settings, METRICS_PORT: String(port) })
  const assets = readdirSync(path.join(import.meta.dirname, '..', '..', 'dist', 'client', '_astro'))
  for (const ending of ['js', 'css', 'woff2']) files[ending] = assets.find((name) => name.endsWith(`.${ending}`))!
})

afterAll(async () => {
  await server.stop('SIGKILL')
  remove()
})

const utf8 = (type: string) => new RegExp(`^${type.replace(/[/+.]/g, '\\$&')};.*charset=utf-8$`, 'i')
const html = utf8('text/html')
const script = utf8('text/javascript')
const plain = utf8('text/plain')
const svg = utf8('image/svg+xml')
/** JSON is UTF-8 by definition and has no such parameter (RFC 8259). */
const json = /^application\/json$/
const post = (type: string, body: string) => ({ method: 'POST', headers: { 'content-type': type }, body })

/** Address, status, type; what is sent, where it is not asked for. */
const answers: [string, number, RegExp | null, RequestInit?][] = [
  ['/login', 200, html],
  ['/login', 200, html, { method: 'HEAD' }],
  ['/courses', 200, html],
  [paths.course(1), 200, html],
  ['/dashboard', 200, html],
  ['/none', 404, html],
  ['/_image', 404, plain],
  ['/_astro/none.js', 404, html],
  ['/login', 405, plain, { method: 'PUT' }],
  ['/worker.js', 200, script],
  ['/exam/worker.js', 200, script],
  ['/push/worker.js', 200, script],
  ['/sandbox/window.html', 200, html],
  ['/sandbox/checkout.js', 200, script],
  ['/sandbox/window.css', 200, utf8('text/css')],
  ['/sandbox/orders/none', 404, json],
  ['/favicon.svg', 200, svg],
  ['/manifest.webmanifest', 200, /^application\/manifest\+json$/],
  ['/robots.txt', 200, plain],
  ['/sitemap.xml', 200, utf8('application/xml')],
  ['/.well-known/security.txt', 200, plain],
  [`/media/${drawing}`, 200, svg],
  [`/media/${drawing}`, 206, svg, { headers: { range: 'bytes=0-3' } }],
  ['/media/none.png', 404, plain],
  ['/files/none.pdf', 403, plain],
  ['/my-data/1-1.html', 403, plain],
  ['/calendar/none.ics', 404, plain],
  ['/healthz', 200, json],
  ['/readyz', 200, json],
  ['/dev/outbox', 200, json],
  ['/api/openapi.json', 200, json],
  ['/api/v1/page/appbanner', 200, json],
  ['/api/v1/user/courses', 200, json],
  ['/api/v1/none', 404, json],
  ['/api/v1/user/logout', 401, json, { method: 'POST' }],
  ['/api/v1/user/registerorlogin', 400, json, post('application/json', '{')],
  ['/api/v1/user/registerorlogin', 415, json, post('text/plain', '{}')],
  ['/webhooks/payment', 400, json, post('application/json', '{}')],
  ['/webhooks/payment', 413, json, post('application/json', 'x'.repeat(300_000))],
  ['/sandbox/orders/1/pay', 400, json, post('application/json', '{}')],
  ['/sandbox/orders/1/pay', 415, json, post('text/plain', '{"outcome":"success"}')],
]

test.each(answers)(
  '%s, answered with %i, names its type and how its letters are written',
  async (address, status, type, init) => {
    // A connection on which too much came is not used again.
    const headers = { connection: 'close', ...init?.headers }
    const reply = await fetch(server.url + address, { redirect: 'manual', ...init, headers })
    expect(reply.status).toBe(status)
    expect(reply.headers.get('content-type')).toMatch(type!)
  },
)

test.each(['js', 'css'])('so do compressed files of the site: %s', async (ending) => {
  for (const encoding of ['br', 'gzip', 'identity']) {
    const reply = await fetch(`${server.url}/_astro/${files[ending]}`, { headers: { 'accept-encoding': encoding } })
    expect(reply.headers.get('content-type'), encoding).toMatch(ending === 'js' ? script : utf8('text/css'))
  }
  const font = await fetch(`${server.url}/_astro/${files.woff2}`)
  expect(font.headers.get('content-type')).toBe('font/woff2')
})

test('so do metrics', async () => {
  expect((await fetch(metrics)).headers.get('content-type')).toMatch(plain)
})

test("so does what is a learner's own", async () => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  for (const [format, type] of [
    ['json', json],
    ['html', html],
  ] as const) {
    const made = await fetch(`${server.url}/api/v1/user/export`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ format }),
    })
    const { address } = (await made.json()) as { address: string }
    const reply = await fetch(new URL(address, server.url))
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, expect.stringMatching(type)])
    await reply.arrayBuffer()
  }
})
