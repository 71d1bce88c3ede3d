import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** A small load balancer: what nginx or HAProxy do between learners and several servers, and no more. */
export interface Balancer {
  url: string
  /** Requests that each server was given, in the order of the servers. */
  given: number[]
  /** Requests that met a server which did not answer, also where another one did then. */
  readonly missed: number
  /** Whether the server of that place is given requests. */
  serves: (place: number) => boolean
  close: () => Promise<void>
}

/** Milliseconds between two looks at /readyz, and how long an answer may take. */
const LOOK = 100
const PATIENCE = 1000

/** What may be asked twice without harm, so that a proxy asks another server when one dies while it answers. */
const repeatable = new Set(['GET', 'HEAD'])

interface Backend {
  port: number
  ready: boolean
  agent: http.Agent
}

interface Asked {
  method: string
  path: string
  headers: http.IncomingHttpHeaders
  body: Buffer
}

/**
 * Gives requests to servers in turn, to those that say at /readyz that they are ready. A request that never reached its
 * server goes to the next one; one that a server took and did not answer goes to the next one only when it may be
 * repeated, otherwise its connection ends without an answer. Connections are kept, on both sides.
 */
export async function startBalancer(ports: number[]): Promise<Balancer> {
  const backends = ports.map((port): Backend => ({ port, ready: false, agent: new http.Agent({ keepAlive: true }) }))
  const given = ports.map(() => 0)
  let turn = 0
  let missed = 0

  const look = async (backend: Backend) => {
    const answer = await statusOf(backend.port)
    // Nothing is known of one that is only slow.
    if (answer !== 'late') backend.ready = answer === 200
  }
  let closed = false
  const looking = backends.map(async (backend) => {
    while (!closed) {
      await look(backend)
      await new Promise((resolve) => setTimeout(resolve, LOOK))
    }
  })

  const pass = async (asked: Asked, response: http.ServerResponse): Promise<void> => {
    const ready = backends.filter((backend) => backend.ready)
    for (let tries = 0; tries < ready.length; tries += 1) {
      const backend = ready[turn++ % ready.length]!
      given[backends.indexOf(backend)]! += 1
      const outcome = await passTo(backend, asked, response)
      if (outcome === 'answered') return
      missed += 1
      if (outcome === 'taken' && !repeatable.has(asked.method)) break
    }
    response.destroy()
  }

  const server = http.createServer(async (request, response) => {
    const body = await buffer(request)
    const headers = { ...request.headers, 'x-forwarded-for': request.headers['x-forwarded-for'] ?? '127.0.0.1' }
    delete headers.connection
    await pass({ method: request.method ?? 'GET', path: request.url ?? '/', headers, body }, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    given,
    get missed() {
      return missed
    },
    serves: (place) => backends[place]!.ready,
    close: async () => {
      closed = true
      await Promise.all(looking)
      for (const { agent } of backends) agent.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** What /readyz says; 'none' where nothing listens. */
function statusOf(port: number): Promise<number | 'late' | 'none'> {
  return new Promise((resolve) => {
    const request = http.get({ host: '127.0.0.1', port, path: '/readyz', agent: false }, (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 'none')
    })
    request.on('error', () => resolve('none'))
    request.setTimeout(PATIENCE, () => {
      resolve('late')
      request.destroy()
    })
  })
}

/** 'unreached': nobody heard of it; 'taken': a server may have heard of it, and did not answer. */
type Outcome = 'answered' | 'unreached' | 'taken'

function passTo(
  { port, agent }: Backend,
  { method, path, headers, body }: Asked,
  response: http.ServerResponse,
): Promise<Outcome> {
  return new Promise((resolve) => {
    const options = { host: '127.0.0.1', port, method, path, headers, agent }
    const passed = http.request(options, async (answer) => {
      try {
        const content = await buffer(answer)
        const { connection: _connection, 'keep-alive': _kept, ...kept } = answer.headers
        response.writeHead(answer.statusCode ?? 502, kept).end(content)
        resolve('answered')
      } catch {
        resolve('taken')
      }
    })
    passed.on('error', (error: NodeJS.ErrnoException) => {
      resolve(error.code === 'ECONNREFUSED' ? 'unreached' : 'taken')
    })
    passed.end(body)
  })
}
