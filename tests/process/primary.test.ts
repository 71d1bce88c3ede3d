import { existsSync, readFileSync } from 'node:fs'
import http from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dataOn, type EngineData } from '../support/servers/engine-data.ts'
import { runServer, startServer, type RunningServer } from '../support/servers/server.ts'

/** `npm start` on PostgreSQL: one process that starts the others. */

let data: EngineData
let settings: Record<string, string>

beforeAll(async () => {
  data = await dataOn('postgres')
  settings = { DATABASE_URL: data.databaseUrl!, WEB_CONCURRENCY: '2', LOG_LEVEL: 'info' }
})
afterAll(() => data.remove())

/** A process that has ended may wait to be taken note of, where nobody does that for orphans. */
function lives(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch (error) {
    // No such process; or a system without /proc, on which signals tell enough.
    return (error as NodeJS.ErrnoException).code === 'ENOENT' && !existsSync('/proc')
  }
}

/** Asks over a connection of its own, which goes to the next process in turn. */
function ask({ port }: RunningServer): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const request = http.get({ host: '127.0.0.1', port, path: '/readyz', agent: false }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    })
    request.on('error', reject)
  })
}

/** Processes that have answered, as the log tells them apart, and live. */
async function serving(server: RunningServer): Promise<number[]> {
  await ask(server)
  const found = server.output().matchAll(/"pid":(\d+),.*"msg":"request"/g)
  return [...new Set([...found].map(([, pid]) => Number(pid)))].filter(lives)
}

const untilTwoServe = (server: RunningServer) => expect.poll(() => serving(server)).toHaveLength(2)

describe('a server of two processes', () => {
  test('says once where it is, starts another process for one that is killed, and ends with all of them', async () => {
    const server = await startServer(data.dataDir, settings)
    try {
      await untilTwoServe(server)
      expect(server.output().match(/"msg":"Padavu is at /g)).toHaveLength(1)
      const [victim] = await serving(server)
      process.kill(victim!, 'SIGKILL')
      await expect.poll(() => server.output()).toContain('a process ended, another is started')
      // Meanwhile the other one answers; who connects is not turned away.
      for (let request = 0; request < 10; request += 1) expect(await ask(server)).toBe(200)
      await untilTwoServe(server)
      const workers = await serving(server)
      expect(await server.stop('SIGTERM')).toEqual({ code: 0, signal: null })
      expect(workers.filter(lives)).toEqual([])
    } finally {
      await server.stop('SIGKILL')
    }
  })

  test('leaves none of them behind when the first is killed', async () => {
    const server = await startServer(data.dataDir, settings)
    await untilTwoServe(server)
    const workers = await serving(server)
    await server.stop('SIGKILL')
    await expect.poll(() => workers.filter(lives)).toEqual([])
  })

  test('says once why it cannot start, whatever number of processes was to be', async () => {
    for (const [more, line] of [
      [{ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }, /^Padavu cannot start\. DATABASE_URL: cannot reach/],
      [{ PORT: '0', HOST: '127.9.9.9.9' }, /^Padavu cannot start\. /],
      [{ DATABASE_URL: '' }, /^Padavu cannot start\. WEB_CONCURRENCY must be 1 without DATABASE_URL/],
    ] as const) {
      const { code, output } = await runServer({ DATA_DIR: data.dataDir, PORT: '0', ...settings, ...more })
      expect(output.trimEnd().split('\n'), output).toHaveLength(1)
      expect(output).toMatch(line)
      expect(code).toBe(1)
    }
  })
})
