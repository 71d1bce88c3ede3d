import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { Engine } from '#db/database.ts'
import { migrate } from '#db/migrate.ts'
import { openDatabase } from '#db/open.ts'
import { startPostgres } from '../../../scripts/postgres.mjs'
import { databaseUrl, onServer } from '../../support/api/prepare-database.ts'
import type { Data } from '../candidates.ts'
import type { Running } from '../processes.ts'
import { startRelease, thisRelease } from '../run/releases.ts'
import { figure, median, type Result } from '../results.ts'
import type { Section } from '../run/section.ts'
import { seedDatabase, settle } from '../seed/seed.ts'
import { mostUsed, type Use } from './most-used.ts'
import { play, type Answered, type Round } from './round.ts'
import { sceneOf, type Scene } from './scene.ts'

/** Shares of the whole that is seeded. */
const SHARES = [0.01, 0.1, 1]
/** Rounds of each call at each share; medians are quoted. The shares take turns, so that they meet the same machine. */
const ROUNDS = 5
const REQUESTS = 400
/** Before the first round: code is compiled, and what is kept in memory is there. */
const WARMING = 100
/** At once: enough to be a site in use, few enough that what is measured is a reply and not a queue. */
const CALLERS = 4
/** How much the 99th percentile may grow from the smallest share to the whole. */
const GROWTH = 1.5

interface Site {
  share: number
  scene: Scene
  server: Running
}

/** How the times of the most used calls and pages grow with the data: these take minutes to be made. */
export const growth: Section = {
  name: 'growth',
  title: 'Growth with the data',
  engines: ['sqlite', 'postgres'],
  onRequest: true,
  run: ({ folder }, engine, { data, named }) =>
    measured(engine, { folder: data ?? folder, keep: data !== undefined, named }),
}

interface GrowthOptions {
  /** Where the data are made. What is there from an earlier run is taken as it is. */
  folder: string
  /** Leaves the data for the next run; on PostgreSQL only where the server is given by TEST_DATABASE_URL. */
  keep: boolean
  /** Only those whose names have this. */
  named: string
}

const progress = (text: string) => process.stderr.write(`${text}\n`)

async function measured(engine: Engine, options: GrowthOptions): Promise<Result[]> {
  const given = process.env.TEST_DATABASE_URL
  const started = engine === 'postgres' && !given ? await startPostgres({ durable: true }) : undefined
  const sites: Site[] = []
  try {
    for (const share of SHARES) sites.push(await open(engine, share, started?.url ?? given ?? '', options))
    const results: Result[] = []
    for (const use of mostUsed.filter(({ name }) => name.includes(options.named))) {
      progress(`${use.name} on ${engine}`)
      results.push(...(await grown(engine, use, sites)))
    }
    return results
  } finally {
    for (const { server } of sites) await server.stop()
    for (const share of SHARES) await remove(engine, share, given ?? '', options)
    await started?.stop()
  }
}

const nameOf = (share: number) => `padavu_growth_${share * 100}`

async function open(engine: Engine, share: number, server: string, { folder }: GrowthOptions) {
  const dataDir = path.join(folder, `${engine}-${share * 100}`)
  mkdirSync(dataDir, { recursive: true })
  if (engine === 'postgres') {
    await onServer(server, async (client) => {
      const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [nameOf(share)])
      if (!rowCount) await client.query(`create database ${nameOf(share)}`)
    })
  }
  const data: Data = { dataDir, databaseUrl: engine === 'postgres' ? databaseUrl(server, nameOf(share)) : undefined }
  const scene = await seeded(data, share)
  const settings = { DATA_DIR: dataDir, DATABASE_URL: data.databaseUrl ?? '', HOST: '127.0.0.1', CONTENT: 'none' }
  // Codes are asked for from many addresses, and the log-in is not what is to be limited here.
  // Codes are asked for as fast as can be, which no site's bill would bear.
  const uncapped = { CODES_A_DAY: '100000000', CODES_A_DAY_COUNTRIES: '91=100000000, others=0' }
  const more = { TRUSTED_PROXIES: 'loopback', WEB_CONCURRENCY: '1', ...uncapped }
  return { share, scene, server: await startRelease(thisRelease, { ...settings, ...more }) }
}

async function seeded(data: Data, share: number): Promise<Scene> {
  const opened = await openDatabase(data)
  try {
    await migrate(opened)
    const known = await opened.db.selectFrom('users').select('id').limit(1).executeTakeFirst()
    if (!known) {
      const began = performance.now()
      await seedDatabase(opened, { share })
      await settle(opened)
      progress(`seeded ${share * 100} % on ${opened.engine} in ${((performance.now() - began) / 1000).toFixed(0)} s`)
    }
    return await sceneOf(opened.db, Date.now())
  } finally {
    await opened.close()
  }
}

async function grown(engine: Engine, use: Use, sites: Site[]): Promise<Result[]> {
  const turns = new Map(sites.map((site) => [site, 0]))
  const answers = new Map(sites.map((site) => [site, [] as Answered[]]))
  const round = ({ scene, server }: Site, from: number, count: number): Round => ({
    url: server.url,
    callers: CALLERS,
    requests: Array.from(
      { length: count },
      (_, index) => use.request(scene, from + index) as Round['requests'][number],
    ),
  })
  for (let number = 0; number <= ROUNDS; number += 1) {
    for (const site of sites) {
      const from = turns.get(site)!
      const count = number === 0 ? WARMING : REQUESTS
      const answered = await play(round(site, from, count))
      turns.set(site, from + count)
      if (number > 0) answers.get(site)!.push(answered)
    }
  }
  const of = (what: string) => `growth on ${engine}, ${use.name}: ${what}`
  const times = sites.map((site) => {
    const rounds = answers.get(site)!
    return {
      share: site.share,
      p50Ms: median(rounds.map(({ p50Ms }) => p50Ms)),
      p99Ms: median(rounds.map(({ p99Ms }) => p99Ms)),
      failures: rounds.reduce((sum, { failures }) => sum + failures, 0),
    }
  })
  const failures = times.reduce((sum, time) => sum + time.failures, 0)
  return [
    ...times.map(({ share, p50Ms }) => figure(of(`median at ${share * 100} %`), p50Ms, 'ms')),
    ...times.slice(0, -1).map(({ share, p99Ms }) => figure(of(`99th percentile at ${share * 100} %`), p99Ms, 'ms')),
    figure(of('99th percentile at 100 %'), times.at(-1)!.p99Ms, 'ms'),
    figure(of('growth of the 99th percentile'), times.at(-1)!.p99Ms / times[0]!.p99Ms, 'times', { atMost: GROWTH }),
    ...(failures > 0 ? [figure(of('failed requests'), failures, 'requests', { atMost: 0 })] : []),
  ]
}

async function remove(engine: Engine, share: number, server: string, { folder, keep }: GrowthOptions): Promise<void> {
  if (keep) return
  if (engine === 'postgres' && server) {
    await onServer(server, (client) => client.query(`drop database if exists ${nameOf(share)} with (force)`))
  }
  rmSync(path.join(folder, `${engine}-${share * 100}`), { recursive: true, force: true })
}
