import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { SECOND } from '#lib/both/time/clock.ts'
import { debianPrograms } from '../../../scripts/debian.mjs'
import { ownerOfData } from '../../../scripts/postgres.mjs'
import { until } from '../../support/until.ts'
import { startService, type Service } from '../../cluster/service.ts'
import { freePort } from '../../support/servers/server.ts'

interface Node {
  service: Service
  url: string
}

/** A primary and a standby that streams from it, asynchronously. */
export interface Pair {
  primary: Node
  standby: Node
  /** Lets the standby show each commit so much later, in seconds. */
  lag: (seconds: number) => Promise<void>
  promote: () => Promise<void>
  stop: () => void
}

/**
 * Starts both with Debian's PostgreSQL, each in a folder of its own.
 * @throws Refusal with what to install
 */
export async function startPair(folder: string): Promise<Pair> {
  const { programs, environment } = await debianPrograms(['postgres', 'pg_basebackup'])
  const bin = path.dirname(programs.postgres!)
  const owner = ownerOfData()
  chmodSync(folder, 0o755)
  const home = path.join(folder, 'postgres')
  mkdirSync(home)
  if (owner) chownSync(home, owner.uid, owner.gid)
  const env = { PATH: process.env.PATH ?? '', LC_ALL: 'C', ...environment }
  const run = (program: string, ...args: string[]) => {
    const { status, stderr } = spawnSync(path.join(bin, program), args, { ...owner, cwd: home, env, encoding: 'utf8' })
    if (status !== 0) throw new Error(`${program}: ${stderr}`)
  }
  const asOwner = owner ? ['setpriv', `--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups', '--'] : []
  const node = async (name: string, make: (data: string) => void): Promise<Node> => {
    const [data, port] = [path.join(home, name), await freePort()]
    make(data)
    const settings = { listen_addresses: '127.0.0.1', port, unix_socket_directories: '', wal_level: 'replica' }
    const flags = Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`])
    const service = startService({
      name,
      command: [...asOwner, path.join(bin, 'postgres'), '-D', data, ...flags],
      env,
      cwd: home,
      log: path.join(folder, `${name}.log`),
    })
    const url = `postgres://padavu@127.0.0.1:${port}/postgres`
    await until(`the ${name} answers`, () => tell(url, 'select 1').then(Boolean, () => false))
    return { service, url }
  }
  const services: Service[] = []
  const stop = () => {
    for (const service of services) service.down()
    for (const service of services) service.kill()
  }
  process.once('exit', stop)
  const primary = await node('primary', (data) =>
    run('initdb', `--pgdata=${data}`, '--username=padavu', '--auth=trust', '--encoding=UTF8', '--locale=C'),
  )
  services.push(primary.service)
  const standby = await node('standby', (data) =>
    run('pg_basebackup', `--pgdata=${data}`, `--dbname=${primary.url}`, '--write-recovery-conf', '--checkpoint=fast'),
  )
  services.push(standby.service)
  return {
    primary,
    standby,
    lag: async (seconds) => {
      await tell(standby.url, `alter system set recovery_min_apply_delay = '${seconds}s'`)
      await tell(standby.url, 'select pg_reload_conf()')
      const shown = async () => (await tell(standby.url, 'show recovery_min_apply_delay'))[0]
      const wanted = seconds === 0 ? '0' : seconds % 60 === 0 ? `${seconds / 60}min` : `${seconds}s`
      await until('the standby knows', async () => Object.values((await shown()) ?? {})[0] === wanted)
    },
    promote: async () => void (await tell(standby.url, 'select pg_promote(true, 30)')),
    stop: () => {
      process.off('exit', stop)
      stop()
    },
  }
}

/**
 * Says one statement on a connection of its own, once more when a standby that catches up ends it, as it does with whoever
 * might miss rows that are gone by now. @returns its rows
 */
async function tell(url: string, statement: string): Promise<Record<string, unknown>[]> {
  for (;;) {
    try {
      return await tellOnce(url, statement)
    } catch (error) {
      if ((error as { code?: unknown }).code !== CONFLICT_WITH_RECOVERY) throw error
    }
  }
}

/** SQLSTATE of it: serialization_failure. */
const CONFLICT_WITH_RECOVERY = '40001'

async function tellOnce(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 2 * SECOND,
    query_timeout: 35 * SECOND,
  })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end()
  }
}
