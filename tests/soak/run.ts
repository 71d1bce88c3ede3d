// `npm run soak`: hostile requests by the ten thousand at the production server, on SQLite and then on PostgreSQL.
import { routes } from '#http/routes.ts'
import type { Engine } from '#db/database.ts'
import { openDatabase } from '#db/open.ts'
import { startCommand } from '#lib/server/start-command.mjs'
import { build, endOnSignals } from '../../scripts/project.mjs'
import { callsThrough } from '../support/api/calls.ts'
import { dataOn } from '../support/servers/engine-data.ts'
import { seeded } from '../support/random.ts'
import { nameOf } from '../support/api/sample.ts'
import { startServer } from '../support/servers/server.ts'
import { besiege, emptyTally, type Tally } from './besiege.ts'
import { senderTo } from './over-http.ts'
import { besiegersOf, makeWorld } from './world.ts'

const engines: Engine[] = ['sqlite', 'postgres']
const { options } = startCommand({
  name: 'npm run soak',
  about: ['Sends hostile requests to every call of the production server, on SQLite and then on PostgreSQL.', ''],
  options: {
    engine: { value: 'ENGINE', oneOf: engines, about: 'sqlite or postgres; both' },
    requests: { value: 'N', from: 1, about: '20000' },
    callers: { value: 'N', from: 1, to: 1000, about: 'that send at the same time; 8' },
    seed: { value: 'N', from: 0, about: 'drawn by lot, and printed' },
  },
})
const requests = Number(options.requests ?? 20_000)
const callers = Number(options.callers ?? 8)
const seed = Number(options.seed ?? Date.now() % 1_000_000)

/** Nobody keeps a caller waiting, or a core busy, with a single request. Far above what a loaded machine needs. */
const SLOW_MS = 3000

endOnSignals()
await build()
for (const engine of engines.filter((one) => one === (options.engine ?? one))) {
  const began = performance.now()
  console.log(`${engine}: seed ${seed}`)
  const { tally, errors } = await soak(engine)
  report(tally, errors, performance.now() - began)
}

/** A line of the log about something that was thrown; what the product warns of on purpose, as a wrong signature, is none. */
function tellsOfFailure(line: string): boolean {
  return line.includes('"level":50') && line.includes('"err":')
}

/** Every caller sends a share of the requests, one after the other. @returns with lines of the log that tell of failures */
async function soak(engine: Engine): Promise<{ tally: Tally; errors: string[] }> {
  const data = await dataOn(engine)
  const settings = { DATABASE_URL: data.databaseUrl ?? '', TRUSTED_PROXIES: 'loopback' }
  try {
    // The first start brings the demo content.
    await (await startServer(data.dataDir, { ...settings, CONTENT: 'src/content/demo' })).stop()
    const opened = await openDatabase(data)
    // Some requests end the session that they are sent with.
    const wanted = { learners: Math.ceil(requests / 80) + 2 * callers, now: Date.now() }
    const world = await makeWorld(opened.db, wanted).finally(() => opened.close())
    const server = await startServer(data.dataDir, settings)
    const { send, close } = senderTo(server.url)
    const call = callsThrough((path, init) => fetch(server.url + path, init))
    const tally = emptyTally()
    try {
      const besiegers = await besiegersOf(call, world)
      const share = (caller: number) => ({
        send,
        besiegers,
        random: seeded(seed + caller),
        requests: Math.ceil(requests / callers),
        first: caller * 13,
      })
      await Promise.all(Array.from({ length: callers }, (_, caller) => besiege(share(caller), tally)))
    } finally {
      close()
      await server.stop()
    }
    return {
      tally,
      errors: server.output().split('\n').filter(tellsOfFailure),
    }
  } finally {
    await data.remove()
  }
}

function report({ requests: sent, statuses, calls, slowest, problems }: Tally, errors: string[], ms: number): void {
  const unanswered = routes.map(({ endpoint }) => nameOf(endpoint)).filter((name) => !hasSuccess(calls[name]))
  console.log(`  requests: ${sent}`)
  for (const [status, count] of Object.entries(statuses)) console.log(`  answered with ${status}: ${count}`)
  console.log(`  slowest: ${Math.round(slowest.ms)} ms, ${slowest.name}`)
  console.log(`  calls that nothing got a success from: ${unanswered.length}`)
  for (const name of unanswered) console.log(`    ${name}`)
  console.log(`  seconds: ${Math.round(ms / 1000)}`)
  console.log(`  errors in the log: ${errors.length}`)
  console.log(`  problems: ${problems.length}`)
  for (const line of [...problems, ...errors.slice(0, 20)]) console.error(line.slice(0, 2000))
  if (problems.length + errors.length > 0 || slowest.ms > SLOW_MS) process.exitCode = 1
}

function hasSuccess(statuses: Set<number> | undefined): boolean {
  return [...(statuses ?? [])].some((status) => status < 400)
}
