// `npm run cluster`: three machines on this one, until a signal ends it.
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { build, fail } from '../../scripts/project.mjs'
import { startCluster } from './cluster.ts'
import { MACHINES, ports } from './names.ts'

const { values } = parseArgs({
  options: {
    servers: { type: 'string', default: '3' },
    // 'asynchronous': an answer is acknowledged when the primary alone has it.
    standby: { type: 'string', default: 'synchronous' },
  },
})

try {
  await build()
  const cluster = await startCluster({
    servers: Math.min(Number(values.servers), MACHINES.length),
    synchronous: values.standby !== 'asynchronous',
    settings: { CONTENT: 'src/content/demo', METRICS_PORT: '9464', LOG_LEVEL: 'info' },
    progress: (text) => console.log(`Starting ${text} ...`),
  })
  console.log(`
Padavu is at ${cluster.fronts.join(' ')}
Its primary:  ${cluster.databaseUrl}
Patroni:      ${cluster.machines.map(({ address }) => `http://${address}:${ports.patroni}/cluster`).join(' ')}
Folders:      ${cluster.folder}/{${MACHINES.join(',')}}: what each program says, its settings, its data

Ctrl+C ends all of it, and removes the data.`)
  await Promise.race(['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => once(process, signal)))
  cluster.stop()
  process.exit(0)
} catch (error) {
  fail(error)
}
