import { Writable } from 'node:stream'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { testApi } from '../../../tests/support/api/api.ts'

/** The lines that a server writes while it answers. */
async function linesOf(settings: Parameters<typeof testApi>[0], requests: HeadersInit[]) {
  let logged = ''
  const stream = new Writable({
    write: (chunk: Buffer, _, done) => {
      logged += chunk.toString()
      done()
    },
  })
  const api = await testApi(settings, pino(stream))
  try {
    for (const headers of requests) await api.request('/healthz', { headers })
  } finally {
    await api.close()
  }
  return logged
    .split('\n')
    .filter((line) => line.includes('TRUSTED_PROXIES'))
    .map((line) => JSON.parse(line) as object)
}

test.each([
  ['x-forwarded-for', '203.0.113.9'],
  ['forwarded', 'for=203.0.113.9'],
  ['x-real-ip', '203.0.113.9'],
])('whoever runs it behind a proxy that is not trusted is told once what to set: %s', async (header, value) => {
  const lines = await linesOf({ TRUSTED_PROXIES: '' }, [{}, { [header]: value }, { [header]: value }])
  expect(lines).toEqual([
    expect.objectContaining({
      level: 40,
      peer: '127.0.0.1',
      header,
      msg: expect.stringContaining('If 127.0.0.1 is your proxy, set TRUSTED_PROXIES=127.0.0.1') as string,
    }),
  ])
})

test('nothing is said without such headers, nor where a proxy is trusted', async () => {
  expect(await linesOf({ TRUSTED_PROXIES: '' }, [{}, { via: '1.1 proxy' }])).toEqual([])
  expect(await linesOf({ TRUSTED_PROXIES: 'loopback' }, [{ 'x-forwarded-for': '203.0.113.9' }])).toEqual([])
})

test.each([
  ['a visitor who came from a page of another name', { referer: 'https://learn.example.org/login' }],
  ['a page of another name', { origin: 'https://learn.example.org' }],
  ['a proxy of another kind', { 'x-forwarded-server': 'edge' }],
  ['a network of proxies', { 'cdn-loop': 'edge' }],
  ['a sandboxed page', { origin: 'null' }],
])('the outbox is not there for %s', async (_, headers: Record<string, string>) => {
  const api = await testApi()
  try {
    expect((await api.request('/dev/outbox', { headers })).status).toBe(404)
  } finally {
    await api.close()
  }
})

test.each([
  ['a command', {}],
  ['a browser whose address was typed in', { 'sec-fetch-site': 'none', 'upgrade-insecure-requests': '1' }],
  ['the link of the log-in', { referer: 'http://localhost:4321/login', 'sec-fetch-site': 'same-origin' }],
])("the outbox is there for the machine's own use: %s", async (_, headers: Record<string, string>) => {
  const api = await testApi()
  try {
    expect((await api.request('/dev/outbox', { headers })).status).toBe(200)
  } finally {
    await api.close()
  }
})
