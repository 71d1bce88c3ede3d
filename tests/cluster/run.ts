// `npm run cluster`: three machines on this one, until a signal ends it.
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { build, fail } from '../../scripts/project.mjs'
import { startCluster } from './cluster.ts'
import { drill } from './drill.ts'
import { MACHINES, ports } from './names.ts'
import { startWatch } from './watch.ts'

const { values } = parseArgs({
  options: {
    servers: { type: 'string', default: '3' },
    // 'asynchronous': an answer is acknowledged when the primary alone has it.
    standby: { type: 'string', default: 'synchronous' },
    // Prometheus beside them.
    watch: { type: 'boolean', default: false },
    // Loses the primary's PostgreSQL, says what becomes of the alerts, and ends.
    drill: { type: 'boolean', default: false },
  },
})

try {
  await build()
  const cluster = await startCluster({
    servers: Math.min(Number(values.servers), MACHINES.length),
    synchronous: values.standby !== 'asynchronous',
    settings: { CONTENT: 'src/content/demo', LOG_LEVEL: 'info' },
    progress: (text) => console.log(`Starting ${text} ...`),
  })
  const watch = values.watch || values.drill ? await startWatch(cluster) : undefined
  const stop = () => {
    watch?.stop()
    cluster.stop()
    process.exit(0)
  }
  if (watch && values.drill) {
    await drill(cluster, watch, console.log)
    stop()
  }
  console.log(`
Padavu is at ${cluster.fronts.join(' ')}
Its primary:  ${cluster.databaseUrl}
Patroni:      ${cluster.machines.map(({ address }) => `http://${address}:${ports.patroni}/cluster`).join(' ')}
${watch ? `Prometheus:   ${watch.url}/alerts\n` : ''}Folders:      ${cluster.folder}/{${MACHINES.join(',')}}: what each program says, its settings, its data

Ctrl+C ends all of it, and removes the data.`)
  await Promise.race(['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => once(process, signal)))
  stop()
} catch (error) {
  fail(error)
}
