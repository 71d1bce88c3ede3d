import { once } from 'node:events'
import http from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { startServer, temporaryFolder, type RunningServer, type Settings } from '../support/servers/server.ts'

const cleanups: (() => unknown)[] = []

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function start(settings: Settings = {}): Promise<RunningServer> {
  const { folder, remove } = temporaryFolder()
  cleanups.push(remove)
  const server = await startServer(folder, settings)
  cleanups.push(() => server.stop('SIGKILL'))
  return server
}

/** A request whose body is not yet complete: the server is at work on it. */
async function half({ port }: RunningServer) {
  const body = JSON.stringify({ mobile: '9876543210', country_code: '91' })
  const request = http.request({
    host: '127.0.0.1',
    port,
    path: '/api/v1/user/registerorlogin',
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': body.length, expect: '100-continue' },
    agent: false,
  })
  request.flushHeaders()
  await once(request, 'continue')
  request.write(body.slice(0, 10))
  const answered = once(request, 'response') as Promise<[http.IncomingMessage]>
  return { answered, finish: () => request.end(body.slice(10)) }
}

describe.each(['SIGTERM', 'SIGINT'] as const)('on %s', (signal) => {
  test('a request under way is answered, new ones are not, and the exit code is 0', async () => {
    const server = await start()
    const { answered, finish } = await half(server)
    const ended = server.stop(signal)
    await expect.poll(() => reachable(server)).toBe(false)
    finish()
    const [response] = await answered
    expect(response.statusCode).toBe(200)
    response.resume()
    expect(await ended).toEqual({ code: 0, signal: null })
  })

  test('an idle server ends at once, kept connections or not', async () => {
    const server = await start()
    const agent = new http.Agent({ keepAlive: true })
    const request = http.get(`http://127.0.0.1:${server.port}/healthz`, { agent })
    const [response] = (await once(request, 'response')) as [http.IncomingMessage]
    response.resume()
    await once(response, 'end')
    const before = Date.now()
    expect(await server.stop(signal)).toEqual({ code: 0, signal: null })
    expect(Date.now() - before).toBeLessThan(5000)
    agent.destroy()
  })

  test('a second signal changes nothing', async () => {
    const server = await start()
    const { answered, finish } = await half(server)
    const ended = server.stop(signal)
    await expect.poll(() => reachable(server)).toBe(false)
    process.kill(server.pid, signal)
    finish()
    expect((await answered)[0].statusCode).toBe(200)
    expect(await ended).toEqual({ code: 0, signal: null })
  })
})

test('with DRAIN_SECONDS a server first says no at /readyz, serves all the same and closes what it answers on', async () => {
  const server = await start({ DRAIN_SECONDS: '5' })
  const agent = new http.Agent({ keepAlive: true })
  const ask = async (path: string) => {
    const request = http.get(`http://127.0.0.1:${server.port}${path}`, { agent })
    const [response] = (await once(request, 'response')) as [http.IncomingMessage]
    response.resume()
    await once(response, 'end')
    return { status: response.statusCode, connection: response.headers.connection }
  }
  const served = ['/login', '/api/v1/category', '/healthz', '/favicon.svg']
  // What is asked for first takes its time.
  for (const path of ['/readyz', ...served])
    expect(await ask(path), path).toEqual({ status: 200, connection: 'keep-alive' })
  const ended = server.stop('SIGTERM')
  await expect.poll(async () => (await ask('/readyz')).status).toBe(503)
  for (const path of served) expect(await ask(path), path).toEqual({ status: 200, connection: 'close' })
  expect(await ended).toEqual({ code: 0, signal: null })
  agent.destroy()
})

function reachable({ port }: RunningServer): Promise<boolean> {
  return new Promise((resolve) => {
    const request = http.get({ host: '127.0.0.1', port, path: '/healthz', agent: false }, (response) => {
      response.resume()
      resolve(true)
    })
    request.on('error', () => resolve(false))
  })
}
