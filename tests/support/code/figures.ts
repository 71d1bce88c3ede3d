import { readFileSync } from 'node:fs'
import { Registry } from 'prom-client'
import '#core/clock/clock-metrics.ts'
import '#core/site/catalogue-metrics.ts'
import { registry, watchProcess } from '#core/metrics/metrics.ts'
import { dataGauges } from '#server/metrics/data-gauges.ts'
import { watchConnections } from '#server/metrics/process-metrics.ts'

/** Names that Prometheus itself makes. */
const prometheus = ['up', 'ALERTS']

/** Those of a server of this build, as Prometheus stores them, by their names there. */
async function ofServer(): Promise<string[]> {
  watchProcess()
  const connections = new Registry()
  watchConnections({ primary: () => ({ total: 0, idle: 0, waiting: 0, waited: 0 }), replica: undefined }, connections)
  const database = new Proxy({}, { get: () => () => database }) as never
  const { registry: data } = dataGauges({
    db: database,
    engine: 'sqlite',
    config: { DATA_DIR: '.' },
    now: () => 0,
  } as never)
  const families = (await Promise.all([registry, connections, data].map((one) => one.getMetricsAsJSON()))).flat() as {
    name: string
    type: unknown
  }[]
  return families.flatMap(({ name, type }) =>
    type === 'histogram' ? ['bucket', 'sum', 'count'].map((part) => `${name}_${part}`) : [name],
  )
}

/**
 * Names of all figures that alerts and dashboards may use: a server's by this build, those of the programs around it as
 * `npm run cluster -- --drill` has written them down from a cluster that ran.
 */
export async function knownFigures(): Promise<Set<string>> {
  const ofOthers = readFileSync('tests/contract/code/deploy/figures.txt', 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('padavu '))
    .map((line) => line.split(' ')[1]!)
  return new Set([...prometheus, ...(await ofServer()), ...ofOthers])
}

const words = new Set([
  'and',
  'or',
  'unless',
  'offset',
  'bool',
  'by',
  'on',
  'without',
  'ignoring',
  'group_left',
  'group_right',
])

/** Names of the figures that an expression of Prometheus reads. */
export function figuresOf(expression: string): string[] {
  const bare = expression
    .replaceAll(/"(?:[^"\\]|\\.)*"/g, '')
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]/g, '')
    .replaceAll(/\b(by|on|without|ignoring|group_left|group_right)\s*\([^)]*\)/g, '')
  return [...bare.matchAll(/(?<![\w.])([a-zA-Z_]\w*)(?!\w)(?!\s*\()/g)]
    .map(([, name]) => name!)
    .filter((name) => !words.has(name))
}
