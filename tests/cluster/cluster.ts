import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { SECOND } from '#lib/both/time/clock.ts'
import { clusterPrograms } from '../../scripts/debian-tests.mjs'
import { debianPrograms } from '../../scripts/debian.mjs'
import type { Settings } from '../support/servers/server.ts'
import { until } from '../support/until.ts'
import { prepareMachine, type Machine } from './machine.ts'
import { MACHINES, ports, type MachineName } from './names.ts'
import { isAlone, loopback, namespaces } from './network.ts'
import { isWhole, membersBy, type Member } from './patroni.ts'
import { LEARNERS, renderMachine } from './rendered.ts'

export interface Cluster {
  machines: Machine[]
  of: (name: MachineName) => Machine
  /** Where learners come in, by machine. */
  fronts: string[]
  /** The database for those who look on: it leads to the primary, through the first machine's balancer. */
  databaseUrl: string
  /** What Patroni says of the three; undefined while there is no primary. */
  members: () => Promise<Member[] | undefined>
  primary: () => Promise<Machine>
  /** Resolves when all three are there and follow one primary. */
  untilWhole: () => Promise<void>
  /** Takes the machine off the network; undefined where it has no cable of its own. */
  cut: ((name: MachineName) => void) | undefined
  heal: ((name: MachineName) => void) | undefined
  folder: string
  stop: () => void
}

export interface Wanted {
  /** Machines that also have a server of Padavu. */
  servers: number
  /** Whether a commit waits for a standby. */
  synchronous: boolean
  /** Of Padavu, beside what the cluster says. */
  settings?: Settings
  /** What is done with the empty database before the first server starts. */
  beforeServers?: (where: Pick<Cluster, 'databaseUrl' | 'folder'>) => Promise<void>
  /** Leaves the folders when all is over, for somebody to look into. */
  keep?: boolean
  progress?: (text: string) => void
}

/**
 * Finds the programs of a cluster, and downloads those that the system lacks.
 * @param withNetwork also what makes a network of machines
 * @throws Refusal with what to install
 */
export const findClusterPrograms = (withNetwork: boolean) =>
  debianPrograms([...clusterPrograms, ...(withNetwork ? ['ip'] : [])])

/**
 * Three machines on this one, with all that deploy/cluster describes: PostgreSQL under Patroni and etcd, PgBouncer, HAProxy
 * and servers of the production build, each on addresses and in folders of its own.
 * @throws Refusal with what to install
 */
export async function startCluster({
  servers,
  synchronous,
  settings = {},
  beforeServers = async () => {},
  keep = false,
  progress = () => {},
}: Wanted): Promise<Cluster> {
  const { programs, environment } = await findClusterPrograms(isAlone())
  const network = isAlone() ? namespaces(programs.ip!) : await loopback()
  const folder = mkdtempSync(path.join(tmpdir(), 'padavu-cluster-'))
  chmodSync(folder, 0o755)
  const started: Machine[] = []
  const stop = () => {
    for (const { server, balancer, pooler, database, etcd } of started) {
      const services = [server, balancer, pooler, database, etcd].filter((service) => service !== undefined)
      for (const service of services) service.down()
      for (const service of services) service.kill()
    }
    network.close()
    if (keep) console.log(`What the programs said is in ${folder}`)
    else rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  process.once('exit', stop)
  const passwords = Object.fromEntries(
    ['SUPERUSER', 'REPLICATION', 'DATABASE'].map((who) => [`${who}_PASSWORD`, randomBytes(16).toString('hex')]),
  )
  const prepared = MACHINES.map((name) => {
    const home = path.join(folder, name)
    mkdirSync(home)
    const config = renderMachine(name, home, network.addressOf, {
      ...passwords,
      SYNCHRONOUS: String(synchronous),
      ETCD_DATA: path.join(home, 'etcd'),
      POSTGRES_DATA: path.join(home, 'postgres'),
      POSTGRES_BIN: path.dirname(programs.postgres!),
      POSTGRES_RUN: home,
      PGPASS: path.join(home, 'pgpass'),
      USERLIST: path.join(home, 'etc', 'userlist.txt'),
    })
    return prepareMachine(name, { home, config, network, programs, environment })
  })
  const addresses = prepared.map(({ address }) => address)
  const members = () => membersBy(addresses)
  const of = (name: MachineName) => started.find((machine) => machine.name === name)!
  const leaderOf = async () => (await members())?.find(({ role }) => role === 'leader')?.name

  try {
    progress('etcd')
    const etcds = prepared.map(({ startEtcd }) => startEtcd())
    await until('etcd has a leader', () => answers(`http://${addresses[0]}:${ports.etcd}/health`))
    progress('PostgreSQL under Patroni')
    // One after the other would take longer: who comes second waits for the first by itself.
    const databases = prepared.map(({ startDatabase }) => startDatabase())
    prepared.forEach(({ name, address, postmaster, wipe, startPooler, startBalancer }, place) => {
      const services = {
        etcd: etcds[place]!,
        database: databases[place]!,
        pooler: startPooler(),
        balancer: startBalancer(),
      }
      started.push({ name, address, postmaster, wipe, ...services, server: undefined })
    })
    await until('there is a primary', async () => (await leaderOf()) !== undefined)
    await makeDatabase(of((await leaderOf())!).address, passwords.SUPERUSER_PASSWORD!, passwords.DATABASE_PASSWORD!)
    await until('all follow it', () => isWhole(addresses, synchronous))
    const databaseUrl = `postgres://padavu:${passwords.DATABASE_PASSWORD}@${addresses[0]}:${ports.primary}/padavu`
    await until('the balancers know the primary', () => isThere(databaseUrl))
    await beforeServers({ databaseUrl, folder })
    progress('Padavu')
    const dataDir = path.join(folder, 'files')
    prepared.slice(0, servers).forEach(({ startServer }, place) => {
      started[place]!.server = startServer({ DATA_DIR: dataDir, ...settings })
    })
    for (const { address, server } of started) {
      if (server) await until(`${server.name} is ready`, () => answers(`http://${address}:${ports.server}/readyz`))
    }
    const fronts = addresses.map((address) => `http://${address}:${LEARNERS}`)
    for (const front of fronts) await until('learners come in', () => answers(`${front}/readyz`))
    return {
      machines: started,
      of,
      fronts,
      databaseUrl,
      members,
      primary: async () => {
        let leader: MachineName | undefined
        await until('there is a primary', async () => (leader = await leaderOf()) !== undefined)
        return of(leader!)
      },
      untilWhole: () =>
        until(
          'the cluster is whole',
          () => isWhole(addresses, synchronous),
          async () => JSON.stringify(await members()),
        ),
      cut: network.cut,
      heal: network.heal,
      folder,
      stop: () => {
        process.off('exit', stop)
        stop()
      },
    }
  } catch (error) {
    const said = started.flatMap(({ database, server }) => [database, ...(server ? [server] : [])])
    for (const { name, log } of said) console.error(`${name}:\n${readFileSync(log, 'utf8').slice(-1500)}`)
    process.off('exit', stop)
    stop()
    throw error
  }
}

/** The role and the database of the servers, as docs/operating.md has a person make them. */
async function makeDatabase(host: string, superuser: string, password: string): Promise<void> {
  const client = new pg.Client({
    host,
    port: ports.postgres,
    user: 'postgres',
    password: superuser,
    database: 'postgres',
  })
  await client.connect()
  await client.query(`create role padavu login password '${password}'`)
  await client.query(`create database padavu owner padavu encoding 'UTF8' template template0`)
  await client.end()
}

async function isThere(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2 * SECOND })
  // A connection that is lost is told of by what is asked on it.
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

/** Whether somebody answers there, and well. */
export async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2 * SECOND) })).ok
  } catch {
    return false
  }
}
