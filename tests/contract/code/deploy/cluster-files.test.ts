import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { temporaryFolder } from '../../../support/servers/server.ts'

let folder: string
let remove: () => void
beforeEach(() => ({ folder, remove } = temporaryFolder()))
afterEach(() => remove())

const example = readFileSync('deploy/cluster/cluster.env.example', 'utf8')
const filledIn = example.replaceAll(/^(\w+_PASSWORD)=$/gm, '$1=of$1')

/** Renders the files of a machine from settings. */
function render(settings: string, machine = 'b') {
  const file = path.join(folder, 'cluster.env')
  const out = path.join(folder, 'out')
  writeFileSync(file, settings)
  const { status, stderr } = spawnSync(path.resolve('deploy', 'cluster', 'render'), [file, machine, out], {
    encoding: 'utf8',
  })
  const read = (name: string) => readFileSync(path.join(out, name), 'utf8')
  return { status, stderr, out, read }
}

describe("a machine's files", () => {
  test('have its own address where it listens, all three where it looks for others, and no mark without a value', () => {
    const { status, stderr, out, read } = render(filledIn)
    expect([status, stderr]).toEqual([0, ''])
    const names = readdirSync(out).sort()
    expect(names).toEqual([
      ...['etcd', 'haproxy.cfg', 'padavu.env', 'patroni.yml', 'pgbouncer.ini', 'prometheus.yml', 'userlist.txt'],
    ])
    for (const name of names) expect(read(name), name).not.toMatch(/@[A-Z_]+@/)
    const patroni = parse(read('patroni.yml')) as {
      name: string
      etcd: { hosts: string[] }
      postgresql: { listen: string }
      watchdog: { mode: string }
    }
    expect(patroni).toMatchObject({
      name: 'b',
      etcd: { hosts: ['10.0.0.11:2379', '10.0.0.12:2379', '10.0.0.13:2379'] },
      postgresql: { listen: '10.0.0.12:5432' },
      watchdog: { mode: 'automatic' },
    })
    expect(read('etcd')).toContain('ETCD_LISTEN_PEER_URLS=http://10.0.0.12:2380\n')
    expect(read('padavu.env')).toContain('DATABASE_URL=postgres://padavu:ofDATABASE_PASSWORD@10.0.0.12:6432/padavu\n')
    expect(read('haproxy.cfg')).toContain('bind 10.0.0.12:443 ssl crt /etc/haproxy/certs/ alpn h2,http/1.1\n')
    expect(read('haproxy.cfg')).toMatch(/^ {2}user haproxy$/m)
  })

  test('have Prometheus ask each program where it gives its figures, on all three', () => {
    const { read } = render(filledIn)
    const { scrape_configs: jobs } = parse(read('prometheus.yml')) as {
      scrape_configs: { job_name: string; static_configs: { targets: string[]; labels: Record<string, string> }[] }[]
    }
    const onEach = (port: string) => ['a', 'b', 'c'].map((machine, place) => [machine, `10.0.0.1${place + 1}:${port}`])
    const asked = Object.fromEntries(
      jobs.map(({ job_name: job, static_configs: machines }) => [
        job,
        machines.map(({ targets, labels }) => [labels.machine, ...targets]),
      ]),
    )
    const port = (name: string, before: RegExp) => before.exec(read(name))?.[1] ?? 'none'
    expect(asked).toEqual({
      padavu: onEach(port('padavu.env', /^METRICS_PORT=(\d+)$/m)),
      patroni: onEach(port('patroni.yml', /listen: '10\.0\.0\.12:(8\d+)'/)),
      haproxy: onEach(port('haproxy.cfg', /^frontend figures\n.*\n *bind \S+:(\d+)$/m)),
      etcd: onEach(port('etcd', /^ETCD_LISTEN_CLIENT_URLS=http:\S+:(\d+)$/m)),
    })
    for (const { job_name: job, static_configs: machines } of jobs)
      for (const { labels } of machines) expect(labels.synchronous, job).toBe(job === 'patroni' ? 'true' : undefined)
  })

  test('are for their owner alone, since passwords are in them', () => {
    const { out } = render(filledIn)
    const modes = readdirSync(out).map((name) => statSync(path.join(out, name)).mode & 0o777)
    expect(new Set(modes)).toEqual(new Set([0o600]))
  })

  test('leave out what is a service of the system where there is none', () => {
    const { read } = render(`${filledIn}\nSERVICE=no\n`)
    expect(read('patroni.yml')).not.toContain('watchdog:')
    expect(read('haproxy.cfg')).not.toContain('user haproxy')
  })
})

describe('settings that are wrong', () => {
  test('a password that is missing is named', () => {
    const { status, stderr } = render(filledIn.replace(/^REPLICATION_PASSWORD=.*$/m, 'REPLICATION_PASSWORD='))
    expect(status).toBe(1)
    expect(stderr).toMatch(/^render: REPLICATION_PASSWORD: must be set in \S+\n$/)
  })

  test('a value that would break the files is named', () => {
    const { status, stderr } = render(filledIn.replace('=ofDATABASE_PASSWORD', '=a|b'))
    expect([status, stderr]).toEqual([1, 'render: DATABASE_PASSWORD: may not hold | & or \\\n'])
  })

  test('a machine that is none is named', () => {
    expect(render(filledIn, 'd')).toMatchObject({
      status: 1,
      stderr: "render: MACHINE: must be a, b or c (it is 'd')\n",
    })
  })
})
