import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { root } from '../../scripts/project.mjs'
import type { Cluster } from './cluster.ts'
import { until } from '../support/until.ts'
import type { Watch } from './watch.ts'

/** What programs of a cluster tell, as the tests of alerts and dashboard go by it. */
const figures = path.join(root, 'tests', 'contract', 'code', 'deploy', 'figures.txt')

/** Of programs of others what says something of them; not what the language says that they are made with. */
const telling =
  /^padavu (padavu|process|nodejs)_|^patroni patroni_|^haproxy haproxy_(backend|frontend|server|process)_|^etcd (etcd_(server|disk|network)|process)_/

/**
 * Writes down which figures there are, loses the primary's PostgreSQL, and says what becomes of the alerts until it is back.
 * @param say is told each change, with the seconds since the loss
 * @throws Error when an alert that must come does not
 */
export async function drill(cluster: Cluster, watch: Watch, say: (text: string) => void): Promise<void> {
  await until('all give their figures', watch.hasAll)
  const names = (await watch.names()).filter((one) => telling.test(one))
  writeFileSync(figures, names.map((one) => `${one}\n`).join(''))
  say(`${names.length} figures are written down in ${path.relative(root, figures)}`)
  await until('nothing fires', async () => (await watch.alerts()).every(({ state }) => state !== 'firing'))

  const { database, name } = await cluster.primary()
  const since = Date.now()
  const seconds = () => Math.round((Date.now() - since) / 1000)
  const seen = new Map<string, string>()
  const look = async () => {
    const now = new Map(
      (await watch.alerts()).map(({ labels: { alertname, ...others }, state }) => [
        `${alertname} ${JSON.stringify(others)}`,
        state,
      ]),
    )
    for (const [alert, state] of now) if (seen.get(alert) !== state) say(`${seconds()} s: ${alert} ${state}`)
    for (const alert of seen.keys()) if (!now.has(alert)) say(`${seconds()} s: ${alert} over`)
    seen.clear()
    for (const [alert, state] of now) seen.set(alert, state)
  }
  const untilSeen = (alert: string, state: string | undefined) =>
    until(`${alert} ${state ?? 'over'}`, async () => {
      await look()
      await pause(500)
      const states = [...seen].filter(([one]) => one.startsWith(`${alert} `)).map(([, its]) => its)
      return state ? states.includes(state) : states.length === 0
    })

  say(`the PostgreSQL of ${name} is killed and kept away`)
  database.down()
  database.kill()
  await untilSeen('PadavuFailover', 'firing')
  say(`${seconds()} s: ${(await cluster.primary()).name} is the primary`)
  await untilSeen('PadavuMemberDown', 'pending')
  database.up()
  await cluster.untilWhole()
  say(`${seconds()} s: all three are there again`)
  await untilSeen('PadavuMemberDown', undefined)
}
