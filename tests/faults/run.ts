// `npm run faults`: sits hundreds of attempts at a server that is killed again and again, and counts what was lost.
import { parseArgs } from 'node:util'
import type { Engine } from '#db/database.ts'
import { build, endOnSignals } from '../../scripts/project.mjs'
import { findClusterPrograms } from '../cluster/cluster.ts'
import { alone, isAlone } from '../cluster/network.ts'
import { cutPower } from './power/run.ts'
import { tryStandby } from './standby/standby.ts'
import { provoke, type Storm } from './storm.ts'
import { runUpdate } from './update/run.ts'

// Without a value it is about a standby for reads; with one it says which kind a cluster has.
const given = process.argv.slice(2)
const isForReads = given.includes('--standby')

const { values } = parseArgs({
  args: given.filter((one) => one !== '--standby'),
  options: {
    engine: { type: 'string' },
    attempts: { type: 'string', default: '200' },
    kills: { type: 'string' },
    // Several servers behind a balancer, which is PostgreSQL's alone, and new learners who pass through meanwhile.
    processes: { type: 'string', default: '1' },
    travellers: { type: 'string' },
    // PostgreSQL suffers in place of the server: ended connections, restarts, locked tables.
    database: { type: 'boolean', default: false },
    // Three machines with all that deploy/cluster describes suffer, all but the servers.
    cluster: { type: 'boolean', default: false },
    // Of the cluster: 'asynchronous' acknowledges what the primary alone has, and counts what that loses.
    standby: { type: 'string', default: 'synchronous' },
    browsers: { type: 'string', default: '3' },
    // Kinds of faults with commas between them, in that order; and whether the folders are left for somebody to look into.
    kinds: { type: 'string' },
    keep: { type: 'boolean', default: false },
    // The power of a machine is cut: server, database and files end at once, without what nobody waited for.
    power: { type: 'boolean', default: false },
    cuts: { type: 'string', default: '50' },
    // Three servers behind HAProxy are brought to a next release and back.
    update: { type: 'boolean', default: false },
    // Nobody waits for the disk, or the next release renames a column at once: either must be found out.
    careless: { type: 'boolean', default: false },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const processes = Number(values.processes)
const { database, cluster } = values
const beyondOneServer = processes > 1 || database || cluster
const all: Engine[] = beyondOneServer ? ['postgres'] : ['sqlite', 'postgres']
const engines: Engine[] = values.engine === undefined ? all : [values.engine as Engine]

endOnSignals()
// Machines are cut off where this program may have a network to itself.
const ended = cluster ? await alone(() => findClusterPrograms(true)) : undefined
if (ended !== undefined) process.exitCode = ended
else if (isForReads) await provokeReads()
else if (values.power) await powerCuts()
else if (values.update) await updateServers()
else await provokeAll()

async function provokeReads(): Promise<void> {
  await build()
  const problems = await tryStandby(console.log)
  for (const problem of problems) console.log(`wrong: ${problem}`)
  if (problems.length > 0) process.exitCode = 1
}

async function updateServers(): Promise<void> {
  await build()
  const isWell = await runUpdate({
    attempts: Number(values.attempts),
    travellers: Number(values.travellers ?? 8),
    seed: Number(values.seed),
    next: values.careless ? 'careless-release' : 'next-release',
  })
  // Candidates whom nobody answers would go on.
  process.exit(isWell ? 0 : 1)
}

async function provokeAll(): Promise<void> {
  await build()
  for (const engine of engines) {
    console.log(`${engine}: seed ${values.seed}`)
    if (cluster && !isAlone()) console.log('  without network namespaces: a machine that is cut off stands still')
    await tell({
      engine,
      attempts: Number(values.attempts),
      kills: Number(values.kills ?? (cluster ? 33 : 25)),
      seed: Number(values.seed),
      processes,
      database,
      ...(cluster && {
        cluster: {
          synchronous: values.standby !== 'asynchronous',
          browsers: Number(values.browsers),
          ...(values.kinds && { kinds: values.kinds.split(',') }),
          keep: values.keep,
          progress: (text: string) => console.log(`  ${text}`),
        },
      }),
      travellers: Number(values.travellers ?? (beyondOneServer ? 30 : 0)),
    })
  }
}

async function powerCuts(): Promise<void> {
  const [attempts, kills, seed] = [values.attempts, values.cuts, values.seed].map(Number) as [number, number, number]
  await cutPower(
    engines.map((engine) => ({ engine, attempts, kills, seed })),
    { careless: values.careless, tell },
  )
}

async function tell(storm: Storm): Promise<void> {
  const began = performance.now()
  const { report, ...outcome } = await provoke(storm)
  const told = { ...outcome, ...report?.facts, ...report?.failures }
  for (const [name, count] of Object.entries(told)) console.log(`  ${name}: ${count}`)
  console.log(`  seconds: ${Math.round((performance.now() - began) / 1000)}`)
  const { lost, foreign, doubled, misgraded, refused, stale, serverErrors, cutShort, wronged, ended: dead } = outcome
  const failures = Object.values(report?.failures ?? {}).reduce((sum, count) => sum + count, 0)
  const unheard = storm.cluster ? 0 : cutShort
  const unexpected =
    serverErrors + unheard + dead + failures + (beyondOneServer && processes === 1 ? 0 : outcome.unavailable)
  const wrong = foreign + doubled + misgraded + refused + stale + unexpected + wronged
  // With an asynchronous standby answers may be lost: that is what is measured.
  if (wrong + (storm.cluster?.synchronous === false ? 0 : lost) > 0) process.exitCode = 1
}
