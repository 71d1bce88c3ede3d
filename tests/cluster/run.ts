// `npm run cluster`: three machines on this one, until a signal ends it.
import { once } from 'node:events'
import { startCommand } from '#lib/server/start-command.mjs'
import { build, fail } from '../../scripts/project.mjs'
import { startCluster } from './cluster.ts'
import { drill } from './drill.ts'
import { MACHINES, ports, standbyKinds } from './names.ts'
import { startWatch } from './watch.ts'

const { options } = startCommand({
  name: 'npm run cluster',
  about: ['Starts a local cluster of three machines, until a signal ends it.', ''],
  options: {
    servers: { value: 'N', from: 0, to: MACHINES.length, about: `servers of Padavu; ${MACHINES.length}` },
    standby: { value: 'KIND', oneOf: standbyKinds, about: 'asynchronous: the primary alone acknowledges answers' },
    watch: { about: 'starts Prometheus, too' },
    drill: { about: 'ends the PostgreSQL of the primary, prints what becomes of the alerts, and ends' },
  },
})

try {
  await build()
  const cluster = await startCluster({
    servers: Number(options.servers ?? MACHINES.length),
    synchronous: options.standby !== 'asynchronous',
    settings: { CONTENT: 'src/content/demo', LOG_LEVEL: 'info' },
    progress: (text) => console.log(`Starting ${text} ...`),
  })
  const watch = options.watch !== undefined || options.drill !== undefined ? await startWatch(cluster) : undefined
  const stop = () => {
    watch?.stop()
    cluster.stop()
    process.exit(0)
  }
  if (watch && options.drill !== undefined) {
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
