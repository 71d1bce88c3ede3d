import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { attributesOf, startCollector, type Span } from '../support/servers/collector.ts'
import { readExposition, valueOf } from '../support/api/exposition.ts'
import { freePort, runServer, startServer, temporaryFolder, type RunningServer } from '../support/servers/server.ts'

const plain = temporaryFolder()
const traced = temporaryFolder()
let server: RunningServer
let tracing: RunningServer
let collector: Awaited<ReturnType<typeof startCollector>>
let metrics: string

/** Tells of every module of OpenTelemetry's SDK that is loaded, and whether it looks at all. */
const loadedModules = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module'
  registerHooks({ resolve(name, context, next) {
    const found = next(name, context)
    if (/hono/.test(found.url)) globalThis.looked ??= console.error('looked at modules')
    if (/opentelemetry\\/(sdk|exporter|otlp|resources)/.test(found.url)) console.error('loaded ' + found.url)
    return found
  } })`)}`

beforeAll(async () => {
  collector = await startCollector()
  const port = await freePort()
  metrics = `http://127.0.0.1:${port}/metrics`
  ;[server, tracing] = await Promise.all([
    startServer(plain.folder, { METRICS_PORT: String(port), NODE_OPTIONS: `--import=${loadedModules}` }),
    startServer(traced.folder, {
      // Of strangers no trace is carried on.
      TRUSTED_PROXIES: 'loopback',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    }),
  ])
})

afterAll(async () => {
  await Promise.all([server?.stop('SIGKILL'), tracing?.stop('SIGKILL')])
  collector.close()
  plain.remove()
  traced.remove()
})

const scrape = async () => readExposition(await (await fetch(metrics)).text())

describe('metrics', () => {
  test('are on a port of their own, and not where learners are', async () => {
    expect((await fetch(metrics)).headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
    for (const address of ['/metrics', '/metrics/', '/api/metrics']) {
      const response = await fetch(server.url + address)
      expect(response.status).toBe(404)
      expect(await response.text()).not.toContain('padavu_http_requests_total')
    }
    expect((await fetch(metrics.replace('/metrics', '/login'))).status).toBe(404)
  })

  test('count a page under its pattern, rendered or kept', async () => {
    const requests = () =>
      ['padavu_http_requests_total', { method: 'GET', route: '/courses/[id]', status: '4xx' }] as const
    await fetch(`${server.url}/courses/999991`)
    await fetch(`${server.url}/courses/999992`)
    expect(valueOf(await scrape(), ...requests())).toBe(2)
    await fetch(`${server.url}/login`)
    await fetch(`${server.url}/login`)
    const all = await scrape()
    expect(valueOf(all, 'padavu_http_requests_total', { route: '/login', status: '2xx' })).toBe(2)
    expect(all.filter(({ labels }) => /9999/.test(labels.route ?? ''))).toEqual([])
  })

  test('tell of Node, of the database and of its files', async () => {
    await expect.poll(async () => valueOf(await scrape(), 'padavu_database_up')).toBe(1)
    const all = await scrape()
    for (const name of ['process_resident_memory_bytes', 'nodejs_eventloop_lag_p99_seconds'])
      expect(valueOf(all, name)).toBeGreaterThan(0)
    expect(valueOf(all, 'padavu_sqlite_bytes', { file: 'data' })).toBeGreaterThan(0)
    expect(valueOf(all, 'padavu_db_query_duration_seconds_count', { operation: 'select' })).toBeGreaterThan(0)
  })

  test('keep the server from starting where their port is taken or is that of the learners', async () => {
    const { folder, remove } = temporaryFolder()
    const taken = new URL(metrics).port
    const settings = { DATA_DIR: folder, PORT: String(await freePort()) }
    const [onTaken, onSame] = await Promise.all([
      runServer({ ...settings, METRICS_PORT: taken }),
      runServer({ ...settings, METRICS_PORT: settings.PORT }),
    ])
    expect([onTaken.code, onSame.code]).toEqual([1, 1])
    expect(onTaken.output).toContain(`METRICS_PORT: cannot listen on 127.0.0.1:${taken}`)
    expect(onSame.output).toContain('METRICS_PORT must not be PORT')
    remove()
  })

  test('of several processes are added up and never fall when one of them dies', async () => {
    const script = path.join(import.meta.dirname, '..', 'support', 'api', 'counting-processes.ts')
    const { stdout } = await promisify(execFile)(process.execPath, [script])
    const { before, after } = JSON.parse(stdout) as Record<'before' | 'after', string>
    const requests = (text: string) =>
      valueOf(readExposition(text), 'padavu_http_requests_total', { route: '/counted' })
    const processes = (text: string) => valueOf(readExposition(text), 'padavu_processes')
    expect([requests(before), processes(before)]).toEqual([6, 3])
    expect([requests(after), processes(after)]).toEqual([6, 2])
  })
})

describe('traces', () => {
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  const parent = '00f067aa0ba902b7'
  const phone = '9876501234'

  test('are not even loaded without a collector', async () => {
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    expect(server.output()).toContain('looked at modules')
    expect(server.output()).not.toContain('loaded ')
  })

  test("carry a request on in its caller's trace, with its statements and nothing personal", async () => {
    const headers = { 'content-type': 'application/json', authorization: 'Bearer very-secret-token' }
    const response = await fetch(`${tracing.url}/api/v1/user/registerorlogin?hint=${phone}`, {
      method: 'POST',
      headers: { ...headers, traceparent: `00-${traceId}-${parent}-01`, 'x-request-id': 'request-to-trace' },
      body: JSON.stringify({ mobile: phone, country_code: '91' }),
    })
    expect(response.status).toBe(200)
    const outbox = await (await fetch(`${tracing.url}/dev/outbox`)).json()
    const { code } = (outbox as { messages: { code: string }[] }).messages[0]!
    // Ending sends what waits.
    expect(await tracing.stop()).toEqual({ code: 0, signal: null })

    const ofTrace = collector.spans().filter((span) => span.traceId === traceId)
    const request = ofTrace.find((span) => span.parentSpanId === parent)!
    expect(request.name).toBe('POST /api/v1/user/registerorlogin')
    expect(attributesOf(request)).toEqual({
      'http.request.method': 'POST',
      'http.route': '/api/v1/user/registerorlogin',
      'http.response.status_code': 200,
      'padavu.request_id': 'request-to-trace',
    })
    const statements = ofTrace.filter((span: Span) => span.parentSpanId === request.spanId)
    expect(statements.map((span) => attributesOf(span)['db.query.text'])).toContainEqual(
      expect.stringMatching(/^insert into "outbox_messages" .*values \(\?, \?, \?, \?\)/),
    )
    const sent = collector.text()
    expect(sent).toContain('deployment.environment.name')
    for (const secret of [phone, 'very-secret-token', `"${code}"`]) expect(sent).not.toContain(secret)
  })
})
