import path from 'node:path'
import type { Engine } from '#db/database.ts'
import { serverEnvironment, serverFlags } from '../../../scripts/server-flags.mjs'
import { seedCandidates, type SeededCandidate } from '../candidates.ts'
import { nextCount } from '../generator.ts'
import { save } from '../requests/load.ts'
import { start } from '../processes.ts'
import { ask, browserHeaders, sameReply } from '../requests/replies.ts'
import { figure, type Budget, type Result } from '../results.ts'
import { inTurn, type Turns } from '../requests/rounds.ts'
import type { Section } from '../run/section.ts'
import { environmentOf, type Product, type Stage } from '../run/stage.ts'

const SECONDS = 4
const CANDIDATES = 64
export const SAVE = '/api/v1/user/courses/exam/update/answer'

/** Connections of a load; what is wanted is wanted of the first. */
const CONNECTIONS = [16, 64]

const wanted = {
  sqlite: { ofBare: 0.7, p99Ms: 12, processorMs: undefined },
  postgres: { ofBare: 0.6, p99Ms: 24, processorMs: 0.5 },
}

/** Saves a second of Moodle 4.5 on two such cores (nginx, PHP-FPM, OPcache, PostgreSQL), on one day. */
const MOODLE = {
  16: 'Moodle 4.5 on two cores, one day: 76 saves/s, 99th percentile 194 ms, 25 ms of processor time',
  64: 'Moodle 4.5 on two cores, one day: 75 saves/s, 99th percentile 199 ms',
}

/**
 * Answers of an exam as its screen sends them, beside a bare server that runs the same statement on data of the same kind,
 * grouped and as durable, logs the same line and sends the same reply.
 */
export const saves: Section = {
  name: 'saves',
  title: 'Saves of answers',
  engines: ['sqlite', 'postgres'],
  run: (stage, engine) =>
    stage.withProducts(
      engine,
      (data) => seedCandidates(data, CANDIDATES, { started: true }),
      (products) => measured(stage, engine, products),
    ),
}

async function measured(stage: Stage, engine: Engine, products: Product<SeededCandidate[]>[]): Promise<Result[]> {
  const { url, scene } = products.at(-1)!
  const reply = await ask(url, { path: SAVE, method: 'POST', ...save(scene, nextCount()) })
  if (reply.status !== 200) throw new Error(`A save was answered with ${reply.status}: ${reply.body.toString()}`)
  const data = await stage.bareData(engine)
  const candidates = await seedCandidates(data, CANDIDATES, { started: true })
  const bare = await start(
    [...serverFlags, path.join(import.meta.dirname, `bare-${engine}.ts`)],
    { ...serverEnvironment, ...sameReply(reply, stage.folder), ...environmentOf(data) },
    '/',
  )
  try {
    const used = await stage.processorOf(bare, engine)
    const contenders = [...products, { column: 'bare' as const, url: bare.url, processorMs: used, scene: candidates }]
    const results: Result[] = []
    for (const connections of CONNECTIONS) {
      const turns = await inTurn(contenders, (contender) => ({
        url: contender.url,
        connections,
        seconds: SECONDS,
        headers: browserHeaders,
        saves: { path: SAVE, candidates: contender.scene },
      }))
      results.push(...figures(engine, connections, turns))
    }
    return results
  } finally {
    await bare.stop()
  }
}

function figures(engine: Engine, connections: number, turns: Turns): Result[] {
  const of = (what: string) => `${connections} connections: ${what}`
  const { ofBare, p99Ms, processorMs } = wanted[engine]
  const only = (budget: Budget) => (connections === CONNECTIONS[0] ? budget : {})
  const moodle = MOODLE[connections as keyof typeof MOODLE]
  return [
    figure(of('saves'), turns.perSecond, 'saves/s', only({ atLeast: ofBare, of: 'bare' }), moodle),
    figure(of('99th percentile'), turns.p99Ms, 'ms', only({ atMost: p99Ms })),
    figure(
      of(engine === 'postgres' ? 'processor, with database' : 'processor'),
      turns.processorMs,
      'ms/save',
      processorMs === undefined ? {} : only({ atMost: processorMs }),
    ),
    figure(of('generator'), turns.generatorCores, 'cores'),
    figure(of('failed'), turns.failures, 'requests', { atMost: 0 }),
  ]
}
