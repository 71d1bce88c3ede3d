import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { debianPrograms } from '../../scripts/debian.mjs'
import { limitedServer, serverLimits } from '#server/limits.ts'
import { bareEnvironment, freePort, temporaryFolder } from '../support/servers/server.ts'
import { until } from '../support/until.ts'

/** Debian's Caddy with deploy/Caddyfile in front of two servers, each of which has scripts that the other has not. */

const { folder, remove } = temporaryFolder()
const log = path.join(folder, 'access.log')
const heard: { path: string; headers: IncomingHttpHeaders }[] = []
let servers: Server[]
let caddy: ChildProcess
/** What Caddy logs beside requests: errors with their request. */
let said = ''
let site: string

beforeAll(async () => {
  const ports = [await freePort(), await freePort()]
  servers = await Promise.all(['first', 'second'].map((name, place) => startOne(name, ports[place]!)))
  const port = await freePort()
  site = `http://127.0.0.1:${port}`
  const changes = [
    ['learn.example.org {', `${site} {`],
    ['\n{\n', '\n{\n\tadmin off\n'],
    ['/var/log/caddy/padavu.log', log],
  ] as const
  let config = readFileSync('deploy/Caddyfile', 'utf8')
  for (const [there, here] of changes) {
    if (!config.includes(there)) throw new Error(`deploy/Caddyfile lacks ${there}`)
    config = config.replace(there, here)
  }
  config = config
    .replaceAll('127.0.0.1:4321', `127.0.0.1:${ports[0]}`)
    .replaceAll('127.0.0.1:4322', `127.0.0.1:${ports[1]}`)
  writeFileSync(path.join(folder, 'Caddyfile'), config)
  const { programs, environment } = await debianPrograms(['caddy'])
  caddy = spawn(programs.caddy!, ['run', '--config', path.join(folder, 'Caddyfile'), '--adapter', 'caddyfile'], {
    env: { ...bareEnvironment(), ...environment, HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  caddy.stderr!.setEncoding('utf8').on('data', (text: string) => (said += text))
  await until('Caddy has both servers', async () => {
    if (caddy.exitCode !== null) throw new Error(`Caddy ended.\n${said}`)
    const seen = await Promise.all(Array.from({ length: 4 }, () => ask('/who').catch(() => undefined)))
    return seen.every((reply) => reply?.status === 200)
  })
})
afterAll(async () => {
  const gone = once(caddy, 'exit')
  caddy.kill('SIGKILL')
  await gone
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
  remove()
})

async function startOne(name: string, port: number): Promise<Server> {
  const server = limitedServer((request, response) => {
    const { url = '', headers } = request
    heard.push({ path: url, headers })
    if (url.startsWith('/broken')) return void response.destroy()
    if (url.startsWith('/upload')) return void countBytes(request, response)
    const has = !url.startsWith('/_astro/') || url.includes(name) || url.includes('both')
    response.writeHead(has ? 200 : 404).end(name)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return server
}

async function countBytes(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let bytes = 0
  for await (const piece of request) bytes += (piece as Buffer).length
  response.end(`${bytes} bytes`)
}

async function ask(address: string, headers: Record<string, string> = {}, method = 'GET') {
  const reply = await fetch(site + address, { headers, method })
  return { status: reply.status, body: await reply.text() }
}

test.each([
  ['/_astro/first.js', 200, 'first'],
  ['/_astro/second.js', 200, 'second'],
  ['/_astro/both.js', 200, 'first'],
])('%s comes from a server that has it, whichever release that runs', async (address, status, body) => {
  for (let times = 0; times < 4; times += 1) expect(await ask(address)).toEqual({ status, body })
})

test('a script that no server has is not found', async () => {
  expect((await ask('/_astro/gone.js')).status).toBe(404)
})

test.each(['/metrics', '/metrics/x', '/dev/outbox'])(
  "what is the machine's people's stays inside: %s",
  async (address) => {
    expect((await ask(address)).status).toBe(404)
    expect(heard.filter((one) => one.path === address)).toEqual([])
  },
)

test('addresses, traces and ids that strangers write do not come through', async () => {
  const strange = { 'x-forwarded-for': '10.1.2.3', traceparent: '00-1-1-00', tracestate: 'a=b', 'x-request-id': 'mine' }
  for (const address of ['/strange', '/_astro/second-strange.js']) {
    await ask(address, strange)
    const { headers } = heard.findLast((one) => one.path === address)!
    expect(headers['x-forwarded-for']).toBe('127.0.0.1')
    expect([headers.traceparent, headers.tracestate, headers['x-request-id']]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  }
})

test('a body of 33 MB comes through, and a larger one is refused by the server with the limit', async () => {
  const send = (bytes: number) => fetch(`${site}/upload`, { method: 'POST', body: Buffer.alloc(bytes) })
  const most = serverLimits.bodyBytes
  const whole = await send(most)
  expect([whole.status, await whole.text()]).toEqual([200, `${most} bytes`])
  for (const bytes of [most + 1, most + 8 * 1024 * 1024]) {
    const refused = await send(bytes)
    expect(refused.status).toBe(413)
    expect(await refused.json()).toMatchObject({ code: 'too_large', errors: { body: 'At most 33 MB' } })
  }
})

test('secrets of addresses are not written to the log, nor tokens', async () => {
  await ask('/calendar/SECRET.ics?x=SECRET', { authorization: 'Bearer SECRET' })
  await ask('/files/a.mp4?sig=SECRET&expires=1')
  await expect.poll(() => readFileSync(log, 'utf8')).toContain('/files/a.mp4?sig=…&expires=1')
  expect(readFileSync(log, 'utf8')).toContain('/calendar/…')
  expect(readFileSync(log, 'utf8')).not.toContain('SECRET')
})

test('what staff typed is not written to the log, with the request or with an error', async () => {
  const page = '/staff/learners?words=9847012345'
  const logIn = `/staff/login?from=${encodeURIComponent(page)}&ended`
  const headers = { referer: site + page, authorization: 'Bearer SECRET' }
  for (const address of [page, logIn]) await ask(address, headers)
  // A POST is not sent again to the other server.
  expect((await ask(`/broken?from=${encodeURIComponent(page)}`, headers, 'POST')).status).toBe(502)
  await expect.poll(() => readFileSync(log, 'utf8')).toContain('/broken?from=…')
  await expect.poll(() => said).toContain('/broken?from=…')
  expect(readFileSync(log, 'utf8')).toContain('/staff/login?from=…&ended')
  expect(readFileSync(log, 'utf8') + said).not.toMatch(/9847012345|SECRET/)
})
