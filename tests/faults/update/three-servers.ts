import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { SECOND } from '#lib/both/time/clock.ts'
import type { EngineData } from '../../support/servers/engine-data.ts'
import { freePort, startServer, temporaryFolder, type RunningServer } from '../../support/servers/server.ts'
import { startS3 } from '../../support/outside/s3-server.ts'
import { MACHINES, ports } from '../../cluster/names.ts'
import { loopback } from '../../cluster/network.ts'
import { startHaproxy } from './haproxy.ts'

/** Processes of each server: more than one, so that the first process starts another for one that dies. */
const PROCESSES = 2

/** Three servers of a release behind HAProxy, as on machines of their own. */
export async function startThreeServers(data: EngineData, release: string) {
  const s3 = await startS3()
  const places = [0, 1, 2]
  const folders = places.map(temporaryFolder)
  // As the machines of a cluster, on addresses of their own and the ports that its files have.
  const network = await loopback()
  const metrics = await Promise.all(places.map(freePort))
  const servers: RunningServer[] = []
  let printed = ''
  const start = async (place: number, from: string) => {
    const settings = {
      DATABASE_URL: data.databaseUrl!,
      WEB_CONCURRENCY: String(PROCESSES),
      DATABASE_POOL: '8',
      DRAIN_SECONDS: '5',
      TRUSTED_PROXIES: 'loopback',
      LOG_LEVEL: 'warn',
      ...s3.settings,
      HOST: network.addressOf(MACHINES[place]!),
      PORT: String(ports.server),
      METRICS_PORT: String(metrics[place]),
    }
    servers[place] = await startServer(folders[place]!.folder, settings, from)
    await untilAllServe(place)
  }
  const untilAllServe = async (place: number) => {
    const late = Date.now() + 60 * SECOND
    const wanted = new RegExp(`^padavu_processes ${PROCESSES}$`, 'm')
    while (!wanted.test(await textOf(`http://127.0.0.1:${metrics[place]}/metrics`))) {
      if (Date.now() > late) throw new Error(`A server has not all of its processes:\n${servers[place]!.output()}`)
      await pause(50)
    }
  }
  for (const place of places) await start(place, release)
  const proxy = await startHaproxy(network.addressOf)
  for (const machine of MACHINES) await proxy.untilServing(machine)

  return {
    url: proxy.url,
    /**
     * Stops the server of that place as an operator does, and starts another release there, which is given requests.
     * @param meanwhile what is done while the other one starts
     */
    replace: async (place: number, from: string, meanwhile = async () => {}) => {
      const { code, signal } = await servers[place]!.stop('SIGTERM')
      if (code !== 0) throw new Error(`A server that was told to stop ended with ${code ?? signal}`)
      printed += servers[place]!.output()
      await Promise.all([start(place, from), meanwhile()])
      await proxy.untilServing(MACHINES[place]!)
    },
    /** Ends one process of the server of that place by kill -9, and waits until another serves in its place. */
    killProcess: async (place: number) => {
      const server = servers[place]!
      const [victim] = childrenOf(server.pid)
      process.kill(victim!, 'SIGKILL')
      const late = Date.now() + 60 * SECOND
      while (childrenOf(server.pid).filter((child) => child !== victim).length < PROCESSES) {
        if (Date.now() > late) throw new Error(`No process was started in the place of a dead one:\n${server.output()}`)
        await pause(50)
      }
      await untilAllServe(place)
    },
    /** Everything that the servers have printed. */
    output: () => printed + servers.map((server) => server.output()).join(''),
    stop: async () => {
      await Promise.all(servers.map((server) => server.stop('SIGKILL')))
      await proxy.stop()
      await s3.close()
      network.close()
      for (const { remove } of folders) remove()
    },
  }
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
}

/** What stands at an address; nothing while nobody answers. */
async function textOf(url: string): Promise<string> {
  return fetch(url).then(
    (reply) => reply.text(),
    () => '',
  )
}
