import http from 'node:http'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { dataOn, type EngineData } from '../support/servers/engine-data.ts'
import { startServer, type RunningServer, type Settings } from '../support/servers/server.ts'

/** Learners' browsers and proxies keep their connections; a server that stops must break none of them off. */

let sqlite: EngineData
let postgres: EngineData
let server: RunningServer | undefined

beforeAll(async () => {
  sqlite = await dataOn('sqlite')
  postgres = await dataOn('postgres')
})
afterEach(() => server?.stop('SIGKILL'))
afterAll(async () => {
  await sqlite.remove()
  await postgres.remove()
})

const CLIENTS = 60

interface Told {
  answered: number
  statuses: Set<number | undefined>
  /** Why it asks no more. */
  error: string
}

/** Resets that a client meets at most before the port is closed. */
const FEW = 5

/**
 * Who connects anew in the instant in which the port is given up waits in the system's queue, which answers with a reset what
 * it never handed to the server. How many that are depends on how busy the machine is; asked again, they are refused. A
 * connection that had served before must never end so.
 */
const mayBeInQueue = (request: http.ClientRequest, { code }: NodeJS.ErrnoException) =>
  code === 'ECONNRESET' && !request.reusedSocket

/** Why a client's last request came to nothing. */
function ending(request: http.ClientRequest, { code, message }: NodeJS.ErrnoException): string {
  return code === 'ECONNREFUSED' ? 'refused' : `${request.reusedSocket ? 'kept' : 'new'} connection: ${code ?? message}`
}

/** Asks again and again over a connection that it keeps, as long as there is a server. */
async function ask(port: number, told: Told, pause: () => Promise<void>): Promise<void> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  let resets = 0
  while (!told.error) {
    await new Promise<void>((resolve) => {
      const headers = { 'content-type': 'application/json', 'content-length': 2 }
      const options = { host: '127.0.0.1', port, agent, path: '/api/v1/user/registerorlogin', method: 'POST', headers }
      const request = http.request(options, (answer) => {
        told.answered += 1
        told.statuses.add(answer.statusCode)
        answer.resume()
        answer.once('end', resolve)
        answer.once('error', (error: NodeJS.ErrnoException) => resolve(void (told.error = `cut off: ${error.code}`)))
      })
      request.once('error', (error: NodeJS.ErrnoException) => {
        resets += 1
        if (!mayBeInQueue(request, error) || resets > FEW) told.error = ending(request, error)
        resolve()
      })
      request.end('{}')
    })
    await pause()
  }
  agent.destroy()
}

const atOnce = async () => {}
/** As people do, so that connections are idle now and then. */
const nowAndThen = () => new Promise<void>((resolve) => void setTimeout(resolve, 20 + Math.random() * 400))

const processes: [string, () => EngineData, Settings][] = [
  ['one process', () => sqlite, {}],
  ['two processes', () => postgres, { WEB_CONCURRENCY: '2' }],
]
const cases = processes.flatMap(([name, data, settings]) =>
  ['0', '1'].map((drain) => [name, drain, data, { ...settings, DRAIN_SECONDS: drain }] as const),
)

test.each(cases)(
  '%s with DRAIN_SECONDS=%s that stops answers all that comes over kept connections',
  async (_, __, data, settings) => {
    const { dataDir, databaseUrl = '' } = data()
    server = await startServer(dataDir, { ...settings, DATABASE_URL: databaseUrl })
    const { port } = server
    const ended = Array.from({ length: CLIENTS }, (): Told => ({ answered: 0, statuses: new Set(), error: '' }))
    const clients = ended.map((told, index) => ask(port, told, index % 2 ? atOnce : nowAndThen))
    // Each has a connection that it keeps.
    await expect.poll(() => Math.min(...ended.map(({ answered }) => answered))).toBeGreaterThan(2)
    expect(await server.stop('SIGTERM')).toEqual({ code: 0, signal: null })
    await Promise.all(clients)
    const errors = ended.map(({ error }) => error)
    // Nobody is there any more: that is how it ends for everybody.
    expect(errors.filter((error) => error !== 'refused')).toEqual([])
    expect([...new Set(ended.flatMap(({ statuses }) => [...statuses]))]).toEqual([422])
  },
)
