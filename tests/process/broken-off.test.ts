import { randomBytes } from 'node:crypto'
import net from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '#db/open.ts'
import { readExposition } from '../support/api/exposition.ts'
import { seedLearners } from '../support/scenes/learners.ts'
import { dataOn, type EngineData } from '../support/servers/engine-data.ts'
import { freePort, startServer, type RunningServer } from '../support/servers/server.ts'

/** Clients that close the connection in the middle of a request or of a reply. */
describe.each(['sqlite', 'postgres'] as const)('on %s a client that breaks off', (engine) => {
  let data: EngineData
  let server: RunningServer
  let metrics: string
  let token: string

  beforeAll(async () => {
    data = await dataOn(engine, { durable: false })
    const { databaseUrl, dataDir } = data
    const port = await freePort()
    metrics = `http://127.0.0.1:${port}/metrics`
    server = await startServer(dataDir, {
      METRICS_PORT: String(port),
      LOG_LEVEL: 'info',
      WEB_CONCURRENCY: '1',
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    })
    const { db, close } = await openDatabase({ dataDir, databaseUrl })
    token = (await seedLearners(db, 1))[0]!.token
    await close()
  })

  afterAll(async () => {
    await server.stop('SIGKILL')
    await data.remove()
  })

  const series = async () => readExposition(await (await fetch(metrics)).text())
  const sumOf = async (name: string, labels: Record<string, string>) =>
    (await series())
      .filter((one) => one.name === name && Object.entries(labels).every(([key, value]) => one.labels[key] === value))
      .reduce((sum, { value }) => sum + value, 0)
  const answered = () => sumOf('padavu_http_requests_total', { method: 'POST', status: '4xx' })
  const lines = () =>
    server
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as { level: number; msg: string; why?: string })

  /** Sends these bytes and closes the connection, with a reset or in order. */
  async function breakOff(bytes: string | Buffer, how: 'reset' | 'end'): Promise<void> {
    const socket = net.connect(server.port, 'localhost')
    socket.on('error', () => {})
    await new Promise<void>((resolve) => socket.once('connect', resolve))
    await new Promise<void>((resolve) => socket.write(bytes, () => resolve()))
    if (how === 'reset') socket.resetAndDestroy()
    else socket.destroy()
  }

  const head = (path: string, headers: string[]) =>
    [`POST ${path} HTTP/1.1`, 'host: localhost', ...headers, '', ''].join('\r\n')

  const kinds = (): [string, string][] => {
    const json = 'content-type: application/json'
    const form = 'content-type: multipart/form-data; boundary=x'
    const part = '--x\r\ncontent-disposition: form-data; name="avatar"; filename="a.png"\r\n\r\nabc'
    const bearer = `authorization: Bearer ${token}`
    return [
      ['JSON of a known length', head('/api/v1/user/registerorlogin', [json, 'content-length: 500']) + '{"mobile'],
      ['JSON in chunks', head('/api/v1/user/registerorlogin', [json, 'transfer-encoding: chunked']) + '5\r\n{"mob\r\n'],
      [
        'a body with a broken chunk',
        head('/api/v1/user/registerorlogin', [json, 'transfer-encoding: chunked']) + 'z\r\n',
      ],
      ['a body without a type', head('/api/v1/user/registerorlogin', ['content-length: 500'])],
      ['an upload', head('/api/v1/user/profile/avatar', [form, bearer, 'content-length: 90000']) + part],
      ['an upload in chunks', head('/api/v1/user/profile/avatar', [form, bearer, 'transfer-encoding: chunked'])],
      ['a log-in of staff', head('/api/v1/staff/login', [json, 'content-length: 500'])],
      ['a payment at the sandbox', head('/sandbox/orders/1/pay', [json, 'content-length: 500']) + '{'],
      ['a webhook', head('/webhooks/payment', [json, 'content-length: 500']) + '{'],
      ['a webhook in chunks', head('/webhooks/payment', [json, 'transfer-encoding: chunked']) + '1\r\n{\r\n'],
    ]
  }

  test('a request is answered 400, is no fault of the data, and no error in the log', async () => {
    for (const [kind, bytes] of kinds())
      for (const how of ['reset', 'end'] as const) {
        const before = await answered()
        await breakOff(bytes, how)
        await expect.poll(answered, { message: `${kind}, ${how}` }).toBe(before + 1)
      }
    expect(await sumOf('padavu_http_requests_total', { status: '5xx' })).toBe(0)
    expect(await sumOf('padavu_data_faults_total', {})).toBe(0)
    expect(lines().filter(({ level }) => level >= 50)).toEqual([])
  })

  test('a reply is no error either', async () => {
    const paths = ['/login', '/courses', '/api/openapi.json', '/api/v1/user/courses?per_page=100', '/favicon.svg']
    const requests = paths.map((path) => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`)
    // Several in one packet: while the first is answered, the others wait.
    for (const request of [...requests, requests.join(''), randomBytes(64).toString('hex')])
      for (const how of ['reset', 'end'] as const) await breakOff(request, how)
    // Answered after them all.
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    expect(await sumOf('padavu_http_requests_total', { status: '5xx' })).toBe(0)
    expect(await sumOf('padavu_data_faults_total', {})).toBe(0)
    expect(lines().filter(({ level }) => level >= 50)).toEqual([])
  })
})
