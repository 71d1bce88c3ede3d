import type { Engine } from '#db/database.ts'
import { startPostgres } from '../../../scripts/postgres.mjs'
import { databaseUrl, onServer } from '../api/prepare-database.ts'
import { temporaryFolder } from './server.ts'

/** Where a server keeps its data, and nobody else. */
export interface EngineData {
  dataDir: string
  databaseUrl: string | undefined
  /** Ends PostgreSQL and starts it again; there where it was started for these data alone. */
  restart?: (mode: 'fast' | 'immediate', meanwhile?: () => Promise<unknown>) => Promise<void>
  remove: () => Promise<void>
}

let made = 0

/**
 * Room for the data of a server on this engine, with every guarantee that real data have. PostgreSQL is the server of
 * TEST_DATABASE_URL, or one that is started here.
 * @param durable false: what nobody pulls the plug on need not wait for the disk
 * @param own true: a PostgreSQL that nobody else uses, so that it may be ended
 */
export async function dataOn(engine: Engine, { durable = true, own = false } = {}): Promise<EngineData> {
  const { folder, remove } = temporaryFolder()
  if (engine === 'sqlite') return { dataDir: folder, databaseUrl: undefined, remove: async () => remove() }
  const given = own ? undefined : process.env.TEST_DATABASE_URL
  const started = given ? undefined : await startPostgres({ durable })
  const server = started ? started.url : given!
  const name = `padavu_${process.pid}_${Date.now()}_${++made}`
  await onServer(server, (client) => client.query(`create database ${name}`))
  return {
    dataDir: folder,
    databaseUrl: databaseUrl(server, name),
    ...(started && { restart: started.restart }),
    remove: async () => {
      if (started) await started.stop()
      else await onServer(server, (client) => client.query(`drop database ${name} with (force)`))
      remove()
    },
  }
}
