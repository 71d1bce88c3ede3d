// `npm run faults`: sits hundreds of attempts at a server that is killed again and again, and counts what was lost.
import type { Engine } from '#db/database.ts'
import { startCommand } from '#lib/server/start-command.mjs'
import { build, endOnSignals } from '../../scripts/project.mjs'
import { findClusterPrograms } from '../cluster/cluster.ts'
import { standbyKinds } from '../cluster/names.ts'
import { alone, isAlone } from '../cluster/network.ts'
import { faults } from './cluster/faults.ts'
import { cutPower } from './power/run.ts'
import { tryStandby } from './standby/standby.ts'
import { provoke, type Storm } from './storm.ts'
import { runUpdate } from './update/run.ts'

const typed = process.argv.slice(2)
// Without a value it is about a standby for reads; with one it says which kind a cluster has.
const isForReads = typed.includes('--standby')
const allEngines: Engine[] = ['sqlite', 'postgres']

const { options } = startCommand(
  {
    name: 'npm run faults',
    about: [
      'Sits attempts at a server that is killed again and again, and counts what was lost. CONTRIBUTING.md says more.',
      '',
    ],
    options: {
      engine: { value: 'ENGINE', oneOf: allEngines, about: 'sqlite or postgres; both' },
      attempts: { value: 'N', from: 1, about: '200' },
      kills: { value: 'N', from: 0, about: '25, of a cluster 33' },
      seed: { value: 'N', from: 0, about: 'drawn by lot, and printed' },
      processes: { value: 'N', from: 1, to: 64, about: 'servers behind a balancer, on PostgreSQL; 1' },
      travellers: { value: 'N', from: 0, about: 'new learners who log in, buy and sit meanwhile' },
      database: { about: 'PostgreSQL fails in place of the server' },
      standby: { value: 'KIND', oneOf: standbyKinds, about: 'of a cluster; without =KIND: a standby for reads fails' },
      cluster: { about: 'three machines with all that deploy/cluster describes fail' },
      browsers: { value: 'N', from: 0, to: 100, about: 'of a cluster: real browsers that sit the exam; 3' },
      kinds: { value: 'KIND,…', listOf: Object.keys(faults), about: 'of a cluster: which faults, in that order' },
      keep: { about: 'of a cluster: keeps the folders of the machines' },
      power: { about: 'the power of the machine is cut' },
      cuts: { value: 'N', from: 0, about: 'of power; 50' },
      update: { about: 'three servers are brought to a next release and back' },
      careless: { about: 'of power and updates: does what must be found out' },
    },
  },
  typed.filter((one) => one !== '--standby'),
)
const isGiven = (option: string) => options[option] !== undefined
const number = (option: string, usual: number) => Number(options[option] ?? usual)
const attempts = number('attempts', 200)
const seed = number('seed', Date.now() % 1_000_000)
const processes = number('processes', 1)
const [database, cluster] = [isGiven('database'), isGiven('cluster')]
const beyondOneServer = processes > 1 || database || cluster
const usual: Engine[] = beyondOneServer ? ['postgres'] : allEngines
const engines = isGiven('engine') ? allEngines.filter((one) => one === options.engine) : usual

endOnSignals()
// Machines are cut off where this program may have a network to itself.
const ended = cluster ? await alone(() => findClusterPrograms(true)) : undefined
if (ended !== undefined) process.exitCode = ended
else if (isForReads) await provokeReads()
else if (isGiven('power')) await powerCuts()
else if (isGiven('update')) await updateServers()
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
    attempts,
    travellers: number('travellers', 8),
    seed,
    next: isGiven('careless') ? 'careless-release' : 'next-release',
  })
  // Candidates whom nobody answers would go on.
  process.exit(isWell ? 0 : 1)
}

async function provokeAll(): Promise<void> {
  await build()
  for (const engine of engines) {
    console.log(`${engine}: seed ${seed}`)
    if (cluster && !isAlone()) console.log('  without network namespaces: a machine that is cut off stands still')
    await tell({
      engine,
      attempts,
      kills: number('kills', cluster ? 33 : 25),
      seed,
      processes,
      database,
      ...(cluster && {
        cluster: {
          synchronous: options.standby !== 'asynchronous',
          browsers: number('browsers', 3),
          ...(options.kinds && { kinds: options.kinds.split(',') }),
          keep: isGiven('keep'),
          progress: (text: string) => console.log(`  ${text}`),
        },
      }),
      travellers: number('travellers', beyondOneServer ? 30 : 0),
    })
  }
}

async function powerCuts(): Promise<void> {
  const kills = number('cuts', 50)
  await cutPower(
    engines.map((engine) => ({ engine, attempts, kills, seed })),
    { careless: isGiven('careless'), tell },
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
