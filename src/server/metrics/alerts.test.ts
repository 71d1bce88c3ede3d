import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { dataGauges } from './data-gauges.ts'
import '#core/clock/clock-metrics.ts'
import { registry, watchProcess } from '#core/metrics/metrics.ts'
import { watchConnections } from './process-metrics.ts'

interface Rule {
  alert: string
  expr: string
  labels: { severity: string }
}

const text = (name: string) => readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8')
const rules = (parse(text('deploy/alerts.yml')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  (group) => group.rules,
)

/** Names of all metrics that a server has. */
async function names(): Promise<Set<string>> {
  watchProcess()
  watchConnections({ primary: () => ({ total: 0, idle: 0, waiting: 0, waited: 0 }), replica: undefined })
  const database = new Proxy({}, { get: () => () => database }) as never
  const { registry: data } = dataGauges({
    db: database,
    engine: 'sqlite',
    config: { DATA_DIR: '.' },
    now: () => 0,
  } as never)
  const all = [...(await registry.getMetricsAsJSON()), ...(await data.getMetricsAsJSON())]
  return new Set(all.map(({ name }) => name))
}

describe('an alert', () => {
  test('watches metrics that there are', async () => {
    const known = await names()
    for (const { alert, expr } of rules) {
      const watched = expr.match(/\b(padavu|nodejs|process)_\w+/g)?.map((name) => name.replace(/_bucket$/, '')) ?? []
      if (alert !== 'PadavuDown') expect(watched, alert).not.toEqual([])
      for (const name of watched) expect(known, alert).toContain(name)
    }
  })

  test('is explained in the guide, and nothing else is', () => {
    const explained = [...text('docs/operating.md').matchAll(/^\| `(Padavu\w+)` \|/gm)].map(([, name]) => name)
    expect(explained).toEqual(rules.map(({ alert }) => alert))
    for (const { alert, labels } of rules) expect(['page', 'ticket'], alert).toContain(labels.severity)
  })
})
