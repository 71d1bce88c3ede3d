import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApi, type TestApi } from '../../../tests/support/api/api.ts'
import { browserKeys } from '../../../tests/support/outside/browser-keys.ts'
import { siteUrl } from '#core/config.ts'
import { webPushSender } from './web-push.ts'

let api: TestApi
let service: Server
let got: { url: string; headers: Record<string, unknown>; body: Buffer }[]
let status = 201
let address: string
beforeAll(async () => {
  api = await testApi()
  got = []
  service = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      got.push({ url: request.url ?? '', headers: request.headers, body: Buffer.concat(parts) })
      response.writeHead(status, status === 429 ? { 'retry-after': '120' } : {})
      // An answer without an end: nobody waits for it.
      response.write('x'.repeat(1000))
    })
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
})
afterAll(async () => {
  service.closeAllConnections()
  service.close()
  await api.close()
})
const message = { text: '{"id":1}', ttl: 60, urgency: 'high', topic: 'n1' } as const
const sender = (loopback = true) => webPushSender({ db: api.services.db, site: siteUrl(api.services.config), loopback })

test('messages go encrypted and signed, to be kept for a while', async () => {
  const outcome = await sender().send({ endpoint: `${address}/browser`, ...browserKeys() }, message)
  expect(outcome).toEqual({ is: 'sent' })
  const [{ url, headers, body } = got[0]!] = got.splice(0)
  expect(url).toBe('/browser')
  expect(headers).toMatchObject({ ttl: '60', urgency: 'high', topic: 'n1', 'content-encoding': 'aes128gcm' })
  expect(headers.authorization).toMatch(/^vapid t=[\w-]+\.[\w-]+\.[\w-]+, k=[\w-]{87}$/)
  expect(String(headers.authorization)).toContain(await sender().publicKey())
  expect(body.includes('"id"')).toBe(false)
  expect(body.length).toBeLessThan(4096)
})

test.each([
  [404, { is: 'gone' }],
  [410, { is: 'gone' }],
  [413, { is: 'refused', why: 'status 413' }],
  [403, { is: 'refused', why: 'status 403' }],
  [429, { is: 'later', why: 'status 429', wait: 120_000 }],
  [503, { is: 'later', why: 'status 503' }],
])('an answer of %i means %j', async (given, outcome) => {
  status = given
  expect(await sender().send({ endpoint: `${address}/x`, ...browserKeys() }, message)).toEqual(outcome)
})

test('a service out of reach is tried later; keys that are none, and addresses that are not public, never', async () => {
  const keys = browserKeys()
  expect(await sender().send({ endpoint: 'http://127.0.0.1:1/x', ...keys }, message)).toMatchObject({ is: 'later' })
  const nonsense = { p256dh: Buffer.alloc(65, 7).toString('base64url'), auth: keys.auth }
  expect(await sender().send({ endpoint: `${address}/x`, ...nonsense }, message)).toEqual({ is: 'gone' })
  expect(await sender(false).send({ endpoint: `${address}/x`, ...keys }, message)).toEqual({ is: 'gone' })
  expect(await sender(false).send({ endpoint: 'https://localhost/x', ...keys }, message)).toEqual({ is: 'gone' })
})

test("the server's keys are made once, whoever asks first", async () => {
  const keys = await Promise.all([sender().publicKey(), sender().publicKey(), sender().publicKey()])
  expect(new Set(keys).size).toBe(1)
  expect(Buffer.from(keys[0]!, 'base64url')).toHaveLength(65)
})
