import { startBalancer, type Balancer } from './balancer.ts'
import type { EngineData } from './engine-data.ts'
import { startS3 } from '../outside/s3-server.ts'
import { freePort, startServer, temporaryFolder, type RunningServer, type Settings } from './server.ts'

/** Servers as on several machines: they share the database and the store of files, and nothing else. */
export interface Fleet {
  balancer: Balancer
  servers: RunningServer[]
  /** Ends the server of that place, and starts another in its place, which serves when the promise resolves. */
  replace: (place: number, signal: NodeJS.Signals, meanwhile?: () => Promise<unknown>) => Promise<void>
  stop: () => Promise<void>
}

/** Starts servers of the production build, each with a port and a folder of its own, all in the same moment. */
export async function startFleet(data: EngineData, count: number, settings: Settings = {}): Promise<Fleet> {
  const s3 = await startS3()
  const folders = Array.from({ length: count }, temporaryFolder)
  const ports = await Promise.all(folders.map(freePort))
  const start = (place: number) =>
    startServer(folders[place]!.folder, {
      DATABASE_URL: data.databaseUrl ?? '',
      WEB_CONCURRENCY: '1',
      DATABASE_POOL: '8',
      TRUSTED_PROXIES: 'loopback',
      ...s3.settings,
      ...settings,
      PORT: String(ports[place]),
    })
  const servers = await Promise.all(ports.map((_, place) => start(place)))
  const balancer = await startBalancer(ports)
  const untilServing = async (place: number) => {
    while (!balancer.serves(place)) await new Promise((resolve) => setTimeout(resolve, 20))
  }
  await Promise.all(ports.map((_, place) => untilServing(place)))
  return {
    balancer,
    servers,
    replace: async (place, signal, meanwhile = async () => {}) => {
      const { code, signal: by } = await servers[place]!.stop(signal)
      if (signal === 'SIGTERM' && code !== 0) throw new Error(`A server that was told to stop ended with ${code ?? by}`)
      await meanwhile()
      servers[place] = await start(place)
      await untilServing(place)
    },
    stop: async () => {
      await Promise.all(servers.map((server) => server.stop('SIGKILL')))
      await balancer.close()
      await s3.close()
      for (const { remove } of folders) remove()
    },
  }
}
