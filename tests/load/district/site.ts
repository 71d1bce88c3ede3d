import { statSync, readdirSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { startCluster } from '../../cluster/cluster.ts'
import { databaseUrl, onServer } from '../../support/api/prepare-database.ts'
import { temporaryFolder } from '../../support/servers/server.ts'
import type { Data } from '../candidates.ts'
import { startRelease, thisRelease } from '../run/releases.ts'
import { environmentOf, openServer } from '../run/stage.ts'
import type { Program } from './programs.ts'

/** Where an exam is sat. */
export const sites = { sqlite: onSqlite, postgres: onPostgres, cluster: onCluster }

export type SiteName = keyof typeof sites

/** The service as it runs for a district. */
export interface Site {
  /** What it is made of, for people. */
  name: string
  fronts: string[]
  data: Data
  programs: Program[]
  /** What the data take: of SQLite its files, of PostgreSQL the database without its log. */
  dataBytes: () => Promise<number>
  /** How much PostgreSQL has written to its log; undefined where there is none. */
  logBytes: (() => Promise<number>) | undefined
  stop: () => Promise<void>
}

/** Fills the data before the first server starts. */
type Seed = (data: Data) => Promise<void>

/** One server as `npm start` runs it. Its log goes nowhere, as long as it is. */
async function onSqlite(seed: Seed): Promise<Site> {
  const { folder, remove } = temporaryFolder()
  const data = { dataDir: folder, databaseUrl: undefined }
  await seed(data)
  const server = await startRelease(thisRelease, { ...environmentOf(data), CONTENT: 'none' })
  return {
    name: 'SQLite, one process',
    fronts: [server.url],
    data,
    programs: [{ name: 'Padavu', pid: () => server.pid }],
    dataBytes: () => Promise.resolve(bytesIn(folder)),
    logBytes: undefined,
    stop: async () => {
      await server.stop()
      remove()
    },
  }
}

/** Two processes on a PostgreSQL of this machine. */
async function onPostgres(seed: Seed): Promise<Site> {
  const database = await openServer()
  const name = `padavu_district_${process.pid}`
  await onServer(database.url, (client) => client.query(`create database ${name}`))
  const { folder, remove } = temporaryFolder()
  const data = { dataDir: folder, databaseUrl: databaseUrl(database.url, name) }
  await seed(data)
  const server = await startRelease(thisRelease, { ...environmentOf(data), CONTENT: 'none' })
  return {
    name: 'PostgreSQL, two processes',
    fronts: [server.url],
    data,
    programs: [
      { name: 'Padavu', pid: () => server.pid },
      ...(database.pid === undefined ? [] : [{ name: 'PostgreSQL', pid: () => database.pid }]),
    ],
    ...sizesOf(data.databaseUrl),
    stop: async () => {
      await server.stop()
      if (database.stop) await database.stop()
      else await onServer(database.url, (client) => client.query(`drop database ${name} with (force)`))
      remove()
    },
  }
}

/** Three machines, each with all programs; an answer waits for a standby. */
async function onCluster(seed: Seed): Promise<Site> {
  const cluster = await startCluster({
    servers: 3,
    synchronous: true,
    settings: { CONTENT: 'none', LOG_LEVEL: 'info' },
    progress: (text) => process.stderr.write(`Starting ${text} ...\n`),
    beforeServers: ({ databaseUrl: url, folder }) => seed({ dataDir: folder, databaseUrl: url }),
  })
  const members = (await cluster.members()) ?? []
  const roles = { leader: 'primary', sync_standby: 'standby in step', replica: 'standby' }
  const programs = cluster.machines.flatMap(({ name, server, database, balancer, pooler, etcd, postmaster }) => {
    const role = members.find((member) => member.name === name)?.role ?? 'replica'
    return [
      ...(server ? [{ name: `Padavu of ${name}`, pid: server.pid }] : []),
      { name: `PostgreSQL of ${name}, ${roles[role]}`, pid: postmaster },
      { name: `PgBouncer of ${name}`, pid: pooler.pid },
      { name: `HAProxy of ${name}`, pid: balancer.pid },
      { name: `Patroni of ${name}`, pid: database.pid },
      { name: `etcd of ${name}`, pid: etcd.pid },
    ]
  })
  return {
    name: 'cluster of three machines, synchronous standby',
    fronts: cluster.fronts,
    data: { dataDir: cluster.folder, databaseUrl: cluster.databaseUrl },
    programs,
    ...sizesOf(cluster.databaseUrl),
    stop: () => Promise.resolve(cluster.stop()),
  }
}

function sizesOf(url: string) {
  const ask = async (expression: string) => {
    const client = new pg.Client(url)
    await client.connect()
    try {
      const { rows } = await client.query<{ value: string }>(`select ${expression} as value`)
      return Number(rows[0]!.value)
    } finally {
      await client.end()
    }
  }
  return {
    dataBytes: () => ask('pg_database_size(current_database())'),
    logBytes: () => ask(`pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')`),
  }
}

function bytesIn(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return files.reduce((sum, { parentPath, name }) => sum + statSync(path.join(parentPath, name)).size, 0)
}
