import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../../scripts/project.mjs'
import { MACHINES, type MachineName } from './names.ts'

/** The port on which each machine takes learners, where nobody is root. */
export const LEARNERS = 8080

/** Of deploy/cluster/cluster.env.example, what no run changes. */
const always = {
  NETWORK: '127.0.0.0/8',
  PROXIES: '127.0.0.0/8',
  POOL: '40',
  LEARNERS_PORT: String(LEARNERS),
  SERVICE: 'no',
}

/**
 * Writes the files of a machine as deploy/cluster describes them.
 * @param folder of the machine; its settings stand in cluster.env there
 * @param settings beside those that no run changes
 * @returns the folder of the files
 * @throws Error with what a setting lacks
 */
export function renderMachine(
  name: MachineName,
  folder: string,
  addressOf: (machine: MachineName) => string,
  settings: Record<string, string>,
): string {
  const addresses = Object.fromEntries(MACHINES.map((one) => [`ADDRESS_${one.toUpperCase()}`, addressOf(one)]))
  const lines = Object.entries({ ...always, ...addresses, ...settings }).map(([key, value]) => `${key}=${value}\n`)
  const file = path.join(folder, 'cluster.env')
  writeFileSync(file, lines.join(''))
  const config = path.join(folder, 'etc')
  const rendering = path.join(root, 'deploy', 'cluster', 'render')
  const { status, stderr } = spawnSync(rendering, [file, name, config], { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return config
}
