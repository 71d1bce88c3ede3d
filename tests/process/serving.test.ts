import { readdirSync, readFileSync } from 'node:fs'
import http from 'node:http'
import { connect } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { folderStore } from '#providers/files/folder-store.ts'
import { startServer, temporaryFolder, type RunningServer } from '../support/servers/server.ts'

const { folder, remove } = temporaryFolder()
let server: RunningServer
let lesson: string
let drawing: string

beforeAll(async () => {
  const files = folderStore({ dataDir: folder })
  server = await startServer(folder, { TRUSTED_PROXIES: 'loopback' })
  lesson = await files.put(Buffer.from('0123456789'), 'mp4')
  drawing = await files.put(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'svg')
})

afterAll(async () => {
  await server.stop('SIGKILL')
  remove()
})

interface Reply {
  status: number
  headers: http.IncomingHttpHeaders
  body: Buffer
}

/** A request as it stands: no redirect followed, nothing decompressed, the path not cleaned. */
function ask(target: string, headers: http.OutgoingHttpHeaders = {}, method = 'GET', body = ''): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const request = http.request(
      { host: '127.0.0.1', port: server.port, path: target, method, headers, agent: false },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
        )
        response.on('error', reject)
      },
    )
    request.on('error', reject)
    request.end(body)
  })
}

const json = { 'content-type': 'application/json' }

/** The scripts that a page comes with: its own, its islands', and what those import. */
async function scriptsOf(page: string): Promise<Map<string, string>> {
  const { body } = await ask(page)
  const found = new Map<string, string>()
  const collect = async (address: string) => {
    if (found.has(address)) return
    found.set(address, '')
    const source = (await ask(address)).body.toString()
    found.set(address, source)
    // What is imported by a call is loaded later.
    for (const [, name] of source.matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g))
      await collect(`/_astro/${name}`)
  }
  for (const [address] of body.toString().matchAll(/\/_astro\/[\w.-]+\.js/g)) await collect(address)
  return found
}

describe('health', () => {
  test('/healthz tells that the process lives', async () => {
    const { status, body } = await ask('/healthz')
    expect([status, JSON.parse(body.toString())]).toEqual([200, { status: 'ok' }])
  })

  test('/readyz tells that the database answers', async () => {
    const { status, body } = await ask('/readyz')
    expect([status, JSON.parse(body.toString())]).toEqual([200, { status: 'ready' }])
  })
})

describe('a static file named after its content', () => {
  const assets = path.join(import.meta.dirname, '..', '..', 'dist', 'client', '_astro')
  const name = () =>
    readdirSync(assets).find((file) => file.endsWith('.css') && readFileSync(path.join(assets, file)).length > 2048)!
  const address = () => `/_astro/${name()}`

  test('is kept by browsers for ever', async () => {
    const { status, headers } = await ask(address())
    expect(status).toBe(200)
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(headers['x-content-type-options']).toBe('nosniff')
  })

  test.each([
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
    ['identity', undefined],
    ['br;q=0, gzip', 'gzip'],
  ])('is sent to a browser that accepts %s in %s', async (accepted, encoding) => {
    const { headers, body } = await ask(address(), { 'accept-encoding': accepted })
    expect(headers['content-encoding']).toBe(encoding)
    expect(headers.vary).toMatch(/accept-encoding/i)
    const plain = readFileSync(path.join(assets, name()))
    if (encoding) expect(body.length).toBeLessThan(plain.length / 2)
    else expect(body.equals(plain)).toBe(true)
  })

  test('says nothing that a browser would ask for a newer one by', async () => {
    const { headers } = await ask(address())
    expect([headers.etag, headers['last-modified']]).toEqual([undefined, undefined])
  })

  test('of another kind, which is fetched by itself, is not sent again to a browser that has it', async () => {
    const picture = `/_astro/${readdirSync(assets).find((file) => file.endsWith('.svg'))}`
    const { headers } = await ask(picture)
    const again = await ask(picture, { 'if-none-match': headers.etag })
    expect([again.status, again.body.length]).toEqual([304, 0])
  })

  test('is the same whatever is added to its address, and nobody else is sent for a name like it', async () => {
    const { body } = await ask(address())
    expect((await ask(`${address()}?v=2`)).body.equals(body)).toBe(true)
    for (const strange of [`/_astro/../_astro/${name()}x`, '/_astro/constructor', '/_astro/'])
      expect([strange, (await ask(strange)).status]).toEqual([strange, 404])
  })

  test('tells HEAD all but its content', async () => {
    const full = await ask(address())
    const head = await ask(address(), {}, 'HEAD')
    expect([head.status, head.body.length]).toEqual([200, 0])
    expect(head.headers['content-length']).toBe(full.headers['content-length'])
  })

  test('that does not exist is not kept by anybody', async () => {
    const { status, headers } = await ask('/_astro/none.0000.js')
    expect(status).toBe(404)
    expect(headers['cache-control'] ?? '').not.toMatch(/immutable/)
  })
})

describe('a page', () => {
  test.each(['br', 'gzip', undefined])('is sent in %s and not again while it is the same', async (encoding) => {
    const accepted = { 'accept-encoding': encoding ?? 'identity' }
    const first = await ask('/login', accepted)
    expect(first.status).toBe(200)
    expect(first.headers['content-encoding']).toBe(encoding)
    expect(first.headers['content-type']).toMatch(/^text\/html/)
    expect(first.headers['cache-control']).toBe('max-age=0, s-maxage=1, stale-if-error=600')
    expect(Number(first.headers['content-length'])).toBe(first.body.length)
    const again = await ask('/login', { ...accepted, 'if-none-match': first.headers.etag })
    expect([again.status, again.body.length]).toEqual([304, 0])
    expect(again.headers.etag).toBe(first.headers.etag)
  })

  test('tells HEAD all but its content', async () => {
    const full = await ask('/login')
    const head = await ask('/login', {}, 'HEAD')
    expect([head.status, head.body.length]).toEqual([200, 0])
    expect(head.headers.etag).toBe(full.headers.etag)
  })

  test('comes with a policy for its scripts and the headers of every reply, kept or fresh', async () => {
    for (let time = 0; time < 2; time++) {
      const { headers } = await ask('/search?q=first')
      expect(headers['content-security-policy']).toMatch(/script-src [^;]*'sha(256|384|512)-/)
      expect(headers['content-security-policy']).not.toMatch(/script-src[^;]*'unsafe-inline'/)
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin')
      expect(headers['x-request-id']).toMatch(/^[\w-]{8,64}$/)
    }
  })

  test('that does not exist is a 404 that helps on', async () => {
    const { status, body } = await ask('/no/such/page')
    expect(status).toBe(404)
    expect(body.toString()).toContain('Oops! Page Not Found')
  })

  test.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE'])(
    'is drawn for nobody who asks with %s',
    async (method) => {
      for (const path of ['/login', '/no/such/page']) {
        const { status, headers, body } = await ask(path, { 'x-told': 'nobody' }, method)
        expect([status, headers.allow, body.toString()]).toEqual([405, 'GET, HEAD', 'Method not allowed'])
      }
    },
  )

  test('keeps a request id that a proxy gave, unless it could forge the log', async () => {
    expect((await ask('/login', { 'x-request-id': 'abc-12345678' })).headers['x-request-id']).toBe('abc-12345678')
    expect((await ask('/login', { 'x-request-id': 'a b"}\t' })).headers['x-request-id']).toMatch(/^[0-9a-f]{16}$/)
  })
})

describe('media', () => {
  test('is sent in parts, as players ask for it', async () => {
    const { status, headers, body } = await ask(lesson, { range: 'bytes=2-4' })
    expect(status).toBe(206)
    expect(headers['content-range']).toBe('bytes 2-4/10')
    expect(headers['content-type']).toBe('video/mp4')
    expect(body.toString()).toBe('234')
  })

  test('is kept for ever, and runs nothing', async () => {
    const { status, headers } = await ask(drawing)
    expect(status).toBe(200)
    expect(headers['content-type']).toMatch(/^image\/svg\+xml/)
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox/)
    expect(headers['x-content-type-options']).toBe('nosniff')
  })

  test.each([
    '/media/../padavu.db',
    '/media/..%2fpadavu.db',
    '/media/%2e%2e/padavu.db',
    '/media/..%5cpadavu.db',
    '/media//etc/passwd',
    '/media/',
    '/media/none.png',
  ])('leads nowhere else: %s', async (target) => {
    const { status, body } = await ask(target)
    expect(status).toBe(404)
    expect(body.toString()).not.toContain('SQLite format')
  })
})

describe('the outbox', () => {
  const sendCode = (mobile: string) =>
    ask('/api/v1/user/registerorlogin', json, 'POST', JSON.stringify({ mobile, country_code: '91' }))

  test('lists codes to this machine, newest first', async () => {
    await sendCode('9876500001')
    await sendCode('9876500002')
    const { status, headers, body } = await ask('/dev/outbox')
    expect(status).toBe(200)
    expect(headers['cache-control']).toBe('no-store')
    const { messages } = JSON.parse(body.toString()) as { messages: object[] }
    expect(messages.slice(0, 2)).toEqual(
      ['+919876500002', '+919876500001'].map((to) => ({
        to,
        channel: 'sms',
        code: expect.stringMatching(/^\d{4}$/) as string,
        sent_at: expect.anything() as unknown,
      })),
    )
  })

  test.each([
    ['forwarded', 'for=192.0.2.1'],
    ['x-forwarded-for', '127.0.0.1'],
    ['x-forwarded-host', 'localhost'],
    ['x-forwarded-proto', 'https'],
    ['x-real-ip', '127.0.0.1'],
    ['via', '1.1 proxy'],
  ])('is not there for a request with %s', async (name, value) => {
    const { status, body } = await ask('/dev/outbox', { [name]: value })
    expect(status).toBe(404)
    expect(body.toString()).not.toContain('"code"')
  })

  test('is not there for HTTP/1.0, which a proxy speaks that says nothing else of itself', async () => {
    const socket = connect(server.port, '127.0.0.1')
    socket.write(`GET /dev/outbox HTTP/1.0\r\nHost: localhost:${server.port}\r\nConnection: close\r\n\r\n`)
    let reply = ''
    for await (const chunk of socket) reply += String(chunk)
    expect(reply).toMatch(/^HTTP\/1\.\d 404 /)
    expect(reply).not.toContain('"code"')
  })

  test('is not there for a page of another site', async () => {
    const { headers } = await ask('/dev/outbox', { origin: 'https://evil.example' })
    expect(headers['access-control-allow-origin']).toBeUndefined()
  })

  test('is not there under a foreign host name, which a rebound name would bring', async () => {
    const { status } = await ask('/dev/outbox', { host: 'evil.example' })
    expect(status).toBe(404)
  })
})

describe('a broken request', () => {
  test.each([
    '/%',
    '/%ff',
    '/courses/%zz',
    '/api/v1/%',
    '//evil.example/',
    '/\\evil.example',
    `/${'x'.repeat(8000)}`,
    '/?q=%',
  ])('for %s is no error of the server', async (target) => {
    const { status, headers } = await ask(target)
    expect(status).toBeLessThan(500)
    expect(headers.location ?? '/').toMatch(/^\/(?![/\\])/)
  })

  test('leaves the server alive', async () => {
    expect((await ask('/readyz')).status).toBe(200)
  })
})

test('a page comes with few scripts, all of which it names, and with React only where it has islands', async () => {
  const react = 'react.transitional.element'
  const open = await scriptsOf('/courses')
  expect(open.size).toBeGreaterThan(1)
  expect(open.size).toBeLessThanOrEqual(5)
  expect([...open].filter(([, source]) => source.includes(react))).toEqual([])
  const course = await scriptsOf('/my-courses/1')
  expect(course.size).toBeLessThanOrEqual(17)
  expect([...course].filter(([, source]) => source.includes(react))).toHaveLength(1)
  const html = (await ask('/my-courses/1')).body.toString()
  expect([...course.keys()].filter((script) => !html.includes(`"${script}"`))).toEqual([])
})
