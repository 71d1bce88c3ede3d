import { once } from 'node:events'
import net from 'node:net'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withoutControls } from '#core/log.ts'
import { routes } from '#http/routes.ts'
import { fillPath, servicePaths } from '#lib/both/calls/endpoint.ts'
import { paths } from '#lib/both/paths.ts'
import { demoFolder } from '../support/servers/demo-folder.ts'
import { startServer, temporaryFolder, type RunningServer } from '../support/servers/server.ts'

/** What the server says on its outputs: lines of JSON, whatever strangers send. */

const settings = { CONTENT: 'src/content/demo', LOG_LEVEL: 'debug', TRUSTED_PROXIES: 'loopback' }
const { folder, remove } = demoFolder()
let server: RunningServer

beforeAll(async () => {
  server = await startServer(folder, settings)
})

afterAll(async () => {
  await server.stop('SIGKILL')
  remove()
})

/** Characters that a terminal obeys, that end lines or that turn the letters around them. */
const obeyed = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/

interface Line {
  level: number
  msg: string
  by?: string
  path?: string
  err?: { message: string; stack: string }
}

/** Every line of an output. @throws what is no line of the log */
function linesOf(output: string): Line[] {
  expect(output).not.toMatch(obeyed)
  return output
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const entry = JSON.parse(line) as Line
      expect(entry, line).toMatchObject({ level: expect.any(Number) as number, msg: expect.any(String) as string })
      return entry
    })
}

/** A log line that is forged, a red terminal, and what else a stranger may want to have written. */
const texts = [
  '\n{"level":30,"msg":"forged"}\n',
  '\r\n\r\nforged',
  '\u001b[31m',
  '\u001b]0;title\u0007',
  '\u0000',
  '\u0008\u0008\u0008',
  '\u007f',
  '\u009b31m',
  '\u0085',
  '\u2028forged',
  '\u202egnp.exe',
  '"}\n{"level":60',
]

const addresses = [
  ...routes.map(({ endpoint }) => {
    const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name!, '1'])
    return [
      endpoint.method,
      servicePaths[endpoint.service] + fillPath(endpoint.path, Object.fromEntries(names)),
    ] as const
  }),
  ...Object.values(paths).map((page) => {
    const made = typeof page === 'string' ? page : (page as (...parts: unknown[]) => string)(1, 1, 1)
    return ['GET', made.split('?')[0]!] as const
  }),
  ...[
    '/_image',
    '/_server-islands/x',
    '/_astro/x.js',
    '/favicon.svg',
    '/sandbox/window.html',
    '/sandbox/orders/1',
    '/media/x.png',
    '/files/x.pdf',
    '/my-data/1-1.html',
    '/calendar/x.ics',
    '/dev/outbox',
    '/healthz',
    '/readyz',
    '/robots.txt',
    '/sitemap.xml',
    '/.well-known/security.txt',
    '/api/none',
    '/none',
  ].map((address) => ['GET', address] as const),
  ['POST', '/webhooks/payment'] as const,
  ['POST', '/sandbox/orders/1/pay'] as const,
]

/** Sends bytes as they are and waits until the server has ended the connection. @returns what it answered */
async function send(bytes: string): Promise<string> {
  const socket = net.connect(server.port, '127.0.0.1')
  let heard = ''
  socket.on('data', (chunk) => (heard += chunk.toString('latin1')))
  socket.on('error', () => {})
  // In latin1 a text can hold any bytes.
  socket.write(Buffer.from(bytes, 'latin1'))
  await once(socket, 'close')
  return heard
}

function request(method: string, target: string, headers = ''): string {
  const length = method === 'POST' ? 'content-length: 0\r\n' : ''
  return `${method} ${target} HTTP/1.1\r\nhost: localhost:${server.port}\r\nconnection: close\r\n${headers}${length}\r\n`
}

const headerNames = ['user-agent', 'referer', 'x-request-id', 'cookie', 'x-forwarded-for', 'traceparent', 'range']
const inHeaders = (text: string) => headerNames.map((name) => `${name}: a${text}b\r\n`).join('')

describe('every line of the log is one JSON value', () => {
  let looked = 0

  /** Looks at the lines that have come since. */
  const look = () => {
    const output = server.output()
    const end = output.lastIndexOf('\n') + 1
    const lines = linesOf(output.slice(looked, end))
    looked = end
    return lines
  }

  test.each(addresses)('whatever is sent to %s %s', async (method, address) => {
    const encoded = texts.map(encodeURIComponent).join('')
    // Bytes that Node's parser lets pass.
    const raw = '\u009b31m\u0085\u00ff'
    await Promise.all([
      send(request(method, `${address}?q=${encoded}&${encoded}=1`)),
      send(request(method, `${address}/${encoded}`)),
      send(request(method, `${address}${encoded}`)),
      send(request(method, `${address}?${raw}`)),
      send(request(method, `${address}${raw}`)),
      send(request(method, address, inHeaders(raw))),
    ])
    look()
  })

  test.each(texts.map((text) => [withoutControls(JSON.stringify(text)), text]))(
    'wherever %s stands',
    async (_, text) => {
      const raw = Buffer.from(text).toString('latin1')
      const encoded = encodeURIComponent(text)
      for (const address of ['/login', '/api/v1/page/appbanner', '/favicon.svg', '/media/x.png', '/calendar/x.ics']) {
        await Promise.all([
          send(request('GET', `${address}?q=${encoded}`)),
          send(request('GET', `${address}/${encoded}`)),
          send(request('GET', `${address}?${raw}\r\n\r\n`)),
          send(request('GET', `${address}${raw}\r\n\r\n`)),
          send(request('GET', address, `${inHeaders(raw)}\r\n\r\n`)),
          send(request(`GET${raw}\r\n\r\n`, address)),
          send(request(`x${raw}`, address)),
        ])
      }
      look()
    },
  )

  test('also a code of the demo, and where the server is', async () => {
    const body = JSON.stringify({ mobile: '9000000001', country_code: '91' })
    const headers = { 'content-type': 'application/json' }
    await fetch(`${server.url}/api/v1/user/registerorlogin`, { method: 'POST', headers, body })
    const said = () => linesOf(server.output()).map(({ msg }) => msg)
    await expect.poll(said).toContainEqual(expect.stringMatching(/^Log-in code for \+91 9000000001: \d{4}$/))
    expect(said()).toContain(`Padavu is at ${server.url}`)
  })

  test('also what fails, in a page and in a call', async () => {
    const data = new DatabaseSync(path.join(folder, 'padavu.db'), { timeout: 5000 })
    data.exec('alter table meta rename to moved; alter table sessions rename to away')
    const target = `/login?${encodeURIComponent(texts[0]!)}`
    await expect.poll(() => send(request('GET', target))).toMatch(/^HTTP\/1\.1 500/)
    await send(request('POST', '/api/v1/user/logout', `authorization: Bearer ${'x'.repeat(43)}\r\n`))
    data.exec('alter table moved rename to meta; alter table away rename to sessions')
    data.close()
    const told = () =>
      linesOf(server.output())
        .map(({ msg, err }) => `${msg} ${err?.message}`)
        .join()
    await expect.poll(told).toMatch(/no such table: meta[^]*no such table: sessions/)
  })
})

test.each([
  '/_image',
  '/_image?href=/favicon.svg&w=10&f=webp',
  '/_image/',
  '//_image',
  '/%5fimage',
  '/_server-islands/x',
  '/_server-islands/x?e=&p=&s=',
])('what Astro brings by itself is not there: %s', async (address) => {
  const answers = [await send(request('GET', address)), await send(request('HEAD', address))]
  for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 404/)
})

test('what is written beside the log, a warning and what ends the process are lines of it', async () => {
  const { folder, remove } = temporaryFolder()
  const unruly = `process.on('SIGUSR2', () => {
    console.log('said\\n\\u001b[31min %s', 'two lines')
    console.error(new Error('of a package'))
    process.stdout.write('written\\u001b[2J')
    process.stderr.write(Buffer.from('complained\\n'))
    process.emitWarning('careful\\n')
    setImmediate(() => { throw new Error('the end\\u001b[0m') })
  })`
  const preload = `--import=data:text/javascript,${encodeURIComponent(unruly)}`
  const other = await startServer(folder, { NODE_OPTIONS: preload, LOG_LEVEL: 'info' })
  expect(await other.stop('SIGUSR2')).toEqual({ code: 1, signal: null })
  // The last of it may come after the end.
  await expect
    .poll(() => linesOf(other.output()).at(-1))
    .toMatchObject({ level: 60, err: { message: 'the end\u001b[0m' } })
  const lines = linesOf(other.output())
  const said = lines
    .filter(({ by }) => by !== undefined)
    .map(({ level, by, msg }) => [level, by, msg.split('\n    at ')[0]])
  expect(said).toEqual([
    [30, 'stdout', 'said\nin two lines'],
    [50, 'stderr', 'Error: of a package'],
    [30, 'stdout', 'written'],
    [50, 'stderr', 'complained'],
  ])
  expect(lines).toContainEqual(expect.objectContaining({ level: 40, msg: 'warning' }))
  remove()
})
