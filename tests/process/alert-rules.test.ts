import { spawnSync } from 'node:child_process'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { debianPrograms } from '../../scripts/debian.mjs'
import { temporaryFolder } from '../support/servers/server.ts'

let folder: string
let remove: () => void
beforeEach(() => ({ folder, remove } = temporaryFolder()))
afterEach(() => remove())

/** What Prometheus's own tool says; nothing where all is well. */
async function promtool(...args: string[]): Promise<string> {
  const { programs, environment } = await debianPrograms(['promtool'])
  const { status, stdout, stderr } = spawnSync(programs.promtool!, args, {
    encoding: 'utf8',
    env: { ...process.env, ...environment },
  })
  return status === 0 ? '' : stdout + stderr
}

test('alerts tell of a failover, a primary that is gone or double, lag, standbys out of step, refused writes and waits, and are silent else', async () => {
  expect(await promtool('test', 'rules', 'tests/process/alert-series.yml')).toBe('')
})

test('Prometheus takes the configuration of a cluster with the alerts beside it', async () => {
  const settings = path.join(folder, 'cluster.env')
  const example = readFileSync('deploy/cluster/cluster.env.example', 'utf8')
  writeFileSync(settings, example.replaceAll(/^(\w+_PASSWORD)=$/gm, '$1=secret'))
  expect(spawnSync(path.resolve('deploy/cluster/render'), [settings, 'a', folder]).status).toBe(0)
  copyFileSync('deploy/alerts.yml', path.join(folder, 'alerts.yml'))
  copyFileSync('deploy/cluster/alerts.yml', path.join(folder, 'cluster-alerts.yml'))
  expect(await promtool('check', 'config', path.join(folder, 'prometheus.yml'))).toBe('')
})

test('Prometheus takes every expression of the dashboard', async () => {
  const { panels, annotations } = JSON.parse(readFileSync('deploy/grafana/padavu.json', 'utf8')) as {
    panels: { targets?: { expr: string }[] }[]
    annotations: { list: { expr: string }[] }
  }
  const expressions = [...panels.flatMap(({ targets = [] }) => targets), ...annotations.list].map(({ expr }) =>
    // What Grafana puts in.
    expr.replaceAll('$__rate_interval', '1m').replaceAll('$__range', '1h'),
  )
  const rules = expressions.map((expr, place) => ({ record: `of_dashboard_${place}`, expr }))
  const file = path.join(folder, 'dashboard.yml')
  writeFileSync(file, stringify({ groups: [{ name: 'dashboard', rules }] }))
  expect(rules.length).toBeGreaterThan(30)
  expect(await promtool('check', 'rules', file)).toBe('')
})
