import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { debianPrograms } from '../../../scripts/debian.mjs'
import { SECOND } from '#lib/both/time/clock.ts'
import { MACHINES, ports, type MachineName } from '../../cluster/names.ts'
import { LEARNERS, renderMachine } from '../../cluster/rendered.ts'
import { readExposition, valueOf } from '../../support/api/exposition.ts'
import { until } from '../../support/until.ts'

export interface Proxy {
  url: string
  /** Resolves when HAProxy gives requests to the server of that machine. */
  untilServing: (machine: MachineName) => Promise<void>
  stop: () => Promise<void>
}

/**
 * Starts Debian's HAProxy as it stands on the first machine of a cluster, before the servers of all three. Nothing else of
 * a cluster is there.
 * @throws Refusal with what to install, where there is none
 */
export async function startHaproxy(addressOf: (machine: MachineName) => string): Promise<Proxy> {
  const { programs, environment } = await debianPrograms(['haproxy'])
  const folder = mkdtempSync(path.join(tmpdir(), 'padavu-haproxy-'))
  const passwords = ['SUPERUSER', 'REPLICATION', 'DATABASE'].map((who) => [`${who}_PASSWORD`, 'of-nobody'])
  const here = MACHINES[0]
  const config = renderMachine(here, folder, addressOf, { ...Object.fromEntries(passwords), SYNCHRONOUS: 'true' })
  const child = spawn(programs.haproxy!, ['-W', '-db', '-f', path.join(config, 'haproxy.cfg')], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let complaints = ''
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (complaints += chunk))
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))

  const serves = async (server: MachineName) => {
    const told = await fetch(`http://${addressOf(here)}:${ports.figures}/metrics`)
    const labels = { proxy: 'ready', server, state: 'UP' }
    return valueOf(readExposition(await told.text()), 'haproxy_server_status', labels) === 1
  }
  return {
    url: `http://${addressOf(here)}:${LEARNERS}`,
    untilServing: (machine) =>
      until(
        `HAProxy gives requests to ${machine}`,
        async () => {
          if (child.exitCode !== null) throw new Error(`HAProxy ended: ${complaints}`)
          return serves(machine).catch(() => false)
        },
        async () => complaints.slice(-1500),
      ),
    stop: async () => {
      if (child.exitCode === null) {
        child.kill('SIGTERM')
        const patience = setTimeout(end, 5 * SECOND)
        await once(child, 'exit')
        clearTimeout(patience)
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
