// `npm run faults`: sits hundreds of attempts at a server that is killed again and again, and counts what was lost.
import { parseArgs } from 'node:util'
import type { Engine } from '#db/database.ts'
import { build, endOnSignals } from '../../scripts/project.mjs'
import { provoke } from './storm.ts'

const { values } = parseArgs({
  options: {
    engine: { type: 'string' },
    attempts: { type: 'string', default: '200' },
    kills: { type: 'string', default: '25' },
    // Several servers behind a balancer, which is PostgreSQL's alone, and new learners who pass through meanwhile.
    processes: { type: 'string', default: '1' },
    travellers: { type: 'string' },
    // PostgreSQL suffers in place of the server: ended connections, restarts, locked tables.
    database: { type: 'boolean', default: false },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const processes = Number(values.processes)
const { database } = values
const all: Engine[] = processes > 1 || database ? ['postgres'] : ['sqlite', 'postgres']
const engines: Engine[] = values.engine === undefined ? all : [values.engine as Engine]

endOnSignals()
await build()
for (const engine of engines) {
  const began = performance.now()
  console.log(`${engine}: seed ${values.seed}`)
  const outcome = await provoke({
    engine,
    attempts: Number(values.attempts),
    kills: Number(values.kills),
    seed: Number(values.seed),
    processes,
    database,
    travellers: Number(values.travellers ?? (processes > 1 || database ? 30 : 0)),
  })
  for (const [name, count] of Object.entries(outcome)) console.log(`  ${name}: ${count}`)
  console.log(`  seconds: ${Math.round((performance.now() - began) / 1000)}`)
  const { lost, foreign, doubled, misgraded, refused, stale, serverErrors, wronged, ended } = outcome
  const unexpected = serverErrors + ended + (database ? 0 : outcome.unavailable)
  if (lost + foreign + doubled + misgraded + refused + stale + unexpected + wronged > 0) process.exitCode = 1
}
