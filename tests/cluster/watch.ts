import { copyFileSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { debianPrograms } from '../../scripts/debian.mjs'
import { root } from '../../scripts/project.mjs'
import { answers, type Cluster } from './cluster.ts'
import { until } from '../support/until.ts'
import { startService } from './service.ts'

/** Prometheus beside a cluster, with what deploy/ has for it. */
export interface Watch {
  url: string
  /** Alerts that wait for their time, or fire. */
  alerts: () => Promise<Alert[]>
  /** Whether all that is to be asked for its figures gives them. */
  hasAll: () => Promise<boolean>
  /** Names of all figures, as `program name`. */
  names: () => Promise<string[]>
  stop: () => void
}

export interface Alert {
  labels: Record<string, string>
  state: 'pending' | 'firing'
}

/** Prometheus's own port. */
const PORT = 9090

/**
 * Starts Prometheus on the address of the first machine.
 * @throws Refusal with what to install
 */
export async function startWatch({ folder, machines }: Pick<Cluster, 'folder' | 'machines'>): Promise<Watch> {
  const { programs, environment } = await debianPrograms(['prometheus'])
  const { name, address } = machines[0]!
  const home = path.join(folder, 'prometheus')
  const config = path.join(home, 'prometheus.yml')
  mkdirSync(home)
  copyFileSync(path.join(folder, name, 'etc', 'prometheus.yml'), config)
  copyFileSync(path.join(root, 'deploy', 'alerts.yml'), path.join(home, 'alerts.yml'))
  copyFileSync(path.join(root, 'deploy', 'cluster', 'alerts.yml'), path.join(home, 'cluster-alerts.yml'))
  const url = `http://${address}:${PORT}`
  const { PATH = '' } = process.env
  const service = startService({
    name: 'prometheus',
    command: [
      programs.prometheus!,
      `--config.file=${config}`,
      `--storage.tsdb.path=${path.join(home, 'data')}`,
      `--web.listen-address=${address}:${PORT}`,
    ],
    env: { PATH, ...environment },
    cwd: home,
    log: path.join(home, 'prometheus.log'),
  })
  const stop = () => {
    process.off('exit', stop)
    service.down()
    service.kill()
  }
  process.once('exit', stop)
  const ask = async (about: string) => {
    const answer = await fetch(`${url}/api/v1/${about}`)
    return ((await answer.json()) as { data: unknown }).data
  }
  await until('Prometheus is ready', () => answers(`${url}/-/ready`))
  return {
    url,
    alerts: async () => ((await ask('alerts')) as { alerts: Alert[] }).alerts,
    hasAll: async () => {
      const { activeTargets } = (await ask('targets?state=active')) as { activeTargets: { health: string }[] }
      return activeTargets.length > 0 && activeTargets.every(({ health }) => health === 'up')
    },
    names: async () => {
      const all: string[] = []
      for (const job of (await ask('label/job/values')) as string[]) {
        const names = (await ask(`label/__name__/values?match[]={job="${job}"}`)) as string[]
        all.push(...names.map((one) => `${job} ${one}`))
      }
      return all
    },
    stop,
  }
}
