import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { SECOND } from '#lib/both/time/clock.ts'
import type { EngineData } from '../support/servers/engine-data.ts'
import { freePort, startServer } from '../support/servers/server.ts'
import type { Random } from '../support/random.ts'
import { until } from '../support/until.ts'
import type { Victims } from './victims.ts'

/** What nobody stores without. */
const TABLES = ['responses', 'attempts', 'sessions']

const VICTIM = 'victim'

/** Longer than the server waits for a lock. */
const LOCKED = 4 * SECOND

/**
 * A server of two processes whose PostgreSQL suffers: connections are ended there, busy and idle ones, it is restarted in
 * order or as after a crash, and tables are locked. The server itself is left alone, and must live on.
 */
export async function databaseVictim(data: EngineData, random: Random): Promise<Victims> {
  // Named, so that whoever looks into the data meanwhile is left alone.
  const settings = {
    DATABASE_URL: `${data.databaseUrl!}?application_name=${VICTIM}`,
    WEB_CONCURRENCY: '2',
    DATABASE_POOL: '8',
  }
  const metrics = await freePort()
  const server = await startServer(data.dataDir, { ...settings, METRICS_PORT: String(metrics) })
  // One that still starts may end, and be started again: it has taken nobody's request.
  await until('Two processes serve', async () =>
    /^padavu_processes 2$/m.test(await textOf(`http://127.0.0.1:${metrics}/metrics`)),
  )
  let ended = 0
  const faults = [
    () => asOperator(data, endConnections),
    () => data.restart!('fast'),
    () => data.restart!('immediate', () => pause(random.between(0, SECOND))),
    () => asOperator(data, (client) => lockTable(client, random.pick(TABLES))),
  ]
  let turn = 0
  // In turn rather than by lot: a short run has each of them.
  const kill = async (meanwhile: () => Promise<unknown>) => {
    await faults[turn++ % faults.length]!()
    await until('The server finds its database again', async () =>
      (await textOf(`${server.url}/readyz`)).includes('"ready"'),
    )
    await meanwhile()
  }
  return {
    url: server.url,
    kill,
    killSweeper: kill,
    ended: () => ended + (server.output().match(/"a process ended, another is started"/g)?.length ?? 0),
    stop: async () => {
      if ((await server.stop('SIGTERM')).code !== 0) ended += 1
    },
  }
}

/** On a connection that is no server's. */
async function asOperator(data: EngineData, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client(data.databaseUrl)
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

async function endConnections(client: pg.Client): Promise<void> {
  const others = `application_name = '${VICTIM}'`
  // First those that are at work, one by one, then whoever is left.
  for (let round = 0; round < 10; round += 1) {
    await client.query(`
      select pg_terminate_backend(pid) from pg_stat_activity where ${others} and state <> 'idle' limit 1
    `)
  }
  await client.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${others}`)
}

async function lockTable(client: pg.Client, table: string): Promise<void> {
  await client.query(`begin; lock table ${table} in access exclusive mode`)
  await pause(LOCKED)
  await client.query('commit')
}

/** What stands at an address; nothing while nobody answers. */
async function textOf(url: string): Promise<string> {
  try {
    return await (await fetch(url)).text()
  } catch {
    return ''
  }
}
