import { chmodSync, chownSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { ownerOfData } from '../../scripts/postgres.mjs'
import { projectNode, root } from '../../scripts/project.mjs'
import { serverEnvironment, serverFlags } from '../../scripts/server-flags.mjs'
import { bareEnvironment, type Settings } from '../support/servers/server.ts'
import { ports, type MachineName } from './names.ts'
import type { Network } from './network.ts'
import { startService, type Service } from './service.ts'

/** One of the three: PostgreSQL under Patroni with etcd, and what leads a server to the primary. */
export interface Machine {
  name: MachineName
  address: string
  etcd: Service
  /** Patroni with its PostgreSQL. */
  database: Service
  pooler: Service
  balancer: Service
  /** Padavu; not every machine has one. */
  server: Service | undefined
  /** The process that is PostgreSQL's first. */
  postmaster: () => number | undefined
  /** Removes the data of PostgreSQL, as on a machine that is new. */
  wipe: () => void
}

/** What machines need of the one who starts them. */
export interface Setting {
  /** The machine's folder. */
  home: string
  /** Where its files of deploy/cluster are. */
  config: string
  network: Network
  programs: Record<string, string>
  /** Of those who run the programs. */
  environment: Record<string, string>
}

/** A machine in a folder of its own, configured by deploy/cluster, with nothing that runs yet. */
export function prepareMachine(name: MachineName, { home, config, network, programs, environment }: Setting) {
  const data = path.join(home, 'postgres')
  const owner = ownerOfData()
  for (const made of [home, config, ...readdirSync(config).map((file) => path.join(config, file))]) {
    if (owner) chownSync(made, owner.uid, owner.gid)
  }
  chmodSync(home, 0o755)
  const { PATH = '' } = process.env
  const env = { PATH, LC_ALL: 'C', HOME: home, ...environment }
  const asOwner = owner ? ['setpriv', `--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups', '--'] : []
  const start = (service: string, args: string[], more: Partial<Parameters<typeof startService>[0]> = {}) =>
    startService({
      name: `${service} of ${name}`,
      command: [...network.on(name), ...asOwner, programs[service]!, ...args],
      env,
      cwd: home,
      log: path.join(home, `${service}.log`),
      ...more,
    })
  const postmaster = () => firstLine(path.join(data, 'postmaster.pid'))
  const readSettings = (file: string) => parseEnv(readFileSync(path.join(config, file), 'utf8')) as Settings

  return {
    name,
    address: network.addressOf(name),
    postmaster,
    wipe: () => rmSync(data, { recursive: true, force: true }),
    startEtcd: () => start('etcd', [], { env: { ...env, ...readSettings('etcd') } }),
    startDatabase: () =>
      start('patroni', [path.join(config, 'patroni.yml')], {
        others: () => [postmaster()].filter((pid) => pid !== undefined),
      }),
    startPooler: () => start('pgbouncer', [path.join(config, 'pgbouncer.ini')]),
    startBalancer: () => start('haproxy', ['-W', '-db', '-f', path.join(config, 'haproxy.cfg')]),
    startServer: (settings: Settings, entry = path.join(root, 'dist', 'server', 'entry.mjs')) =>
      start('server', [], {
        command: [...network.on(name), projectNode, ...serverFlags, entry],
        env: {
          ...bareEnvironment(),
          ...serverEnvironment,
          WEB_CONCURRENCY: '1',
          DATABASE_POOL: '20',
          LOG_LEVEL: 'error',
          ...readSettings('padavu.env'),
          PORT: String(ports.server),
          ...settings,
        },
        cwd: root,
      }),
  }
}

function firstLine(file: string): number | undefined {
  try {
    return Number(readFileSync(file, 'utf8').split('\n')[0])
  } catch {
    return undefined
  }
}
