import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { figuresOf, knownFigures } from '../../../tests/support/code/figures.ts'

interface Rule {
  alert: string
  expr: string
  labels: { severity: string }
}

const text = (name: string) => readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8')
const rules = ['deploy/alerts.yml', 'deploy/cluster/alerts.yml'].flatMap((name) =>
  (parse(text(name)) as { groups: { rules: Rule[] }[] }).groups.flatMap((group) => group.rules),
)

/** Each alert of the guide with what it says that it means. */
const explained = new Map(
  [...text('docs/operating.md').matchAll(/^\| `(Padavu\w+)` \| (.+?) \| .+ \|$/gm)].map(([, alert, means]) => [
    alert!,
    means!,
  ]),
)

describe('an alert', () => {
  test('watches figures that there are', async () => {
    const known = await knownFigures()
    for (const { alert, expr } of rules) {
      const watched = figuresOf(expr)
      expect(watched, alert).not.toEqual([])
      for (const name of watched) expect(known, alert).toContain(name)
    }
  })

  test('is explained in the guide, and nothing else is', () => {
    expect([...explained.keys()]).toEqual(rules.map(({ alert }) => alert))
    for (const { alert, labels } of rules) expect(['page', 'ticket'], alert).toContain(labels.severity)
  })

  test('of a cluster is tried by series that let it tell, and by some that do not (promtool runs them)', () => {
    const { tests } = parse(text('tests/process/alert-series.yml')) as {
      tests: { alert_rule_test: { alertname: string; exp_alerts?: unknown[] }[] }[]
    }
    const tried = tests.flatMap(({ alert_rule_test: each }) => each)
    const ofCluster = rules.filter(({ expr }) => /patroni|haproxy|etcd/.test(expr)).map(({ alert }) => alert)
    const ofData = ['PadavuSavesFail', 'PadavuCannotStore', 'PadavuDatabaseAway', 'PadavuLogArchiveFails']
    for (const alert of [...ofCluster, ...ofData, 'PadavuPoolerWaits', 'PadavuReplicaUnused']) {
      const [tells, silent] = [true, false].map((wanted) =>
        tried.some(({ alertname, exp_alerts: some }) => alertname === alert && Boolean(some) === wanted),
      )
      expect([tells, silent], alert).toEqual([true, true])
    }
  })

  test('of a part of HAProxy names one that its configuration has', () => {
    const configured = text('deploy/cluster/haproxy.cfg.in')
    const named = [
      ...`${text('deploy/cluster/alerts.yml')}${text('deploy/grafana/padavu.json')}`.matchAll(/proxy=\\?"(\w+)/g),
    ]
    expect(named).not.toEqual([])
    for (const [, name] of named) expect(configured).toMatch(new RegExp(`^(listen|frontend|backend) ${name}$`, 'm'))
  })
})

interface Panel {
  id: number
  type: string
  title: string
  gridPos: Record<'x' | 'y' | 'w' | 'h', number>
  datasource?: unknown
  targets?: { refId: string; expr: string; datasource: unknown }[]
  fieldConfig?: { defaults: { unit?: string } }
  options?: { content?: string }
}

describe('the dashboard', () => {
  const { panels, templating, annotations } = JSON.parse(text('deploy/grafana/padavu.json')) as {
    panels: Panel[]
    templating: { list: { name: string; type: string; query: string }[] }
    annotations: { list: { expr: string; datasource: unknown }[] }
  }
  const drawn = panels.filter(({ type }) => type !== 'row' && type !== 'text')

  test('reads figures that there are, from the Prometheus that is chosen, and says in which unit', async () => {
    const known = await knownFigures()
    const [chosen, ...others] = templating.list
    expect(others).toEqual([])
    expect(chosen).toMatchObject({ type: 'datasource', query: 'prometheus' })
    const datasource = { type: 'prometheus', uid: `\${${chosen!.name}}` }
    const sources = [...drawn, ...drawn.flatMap(({ targets }) => targets!), ...annotations.list]
    for (const source of sources) expect(source).toMatchObject({ datasource })
    for (const { title, targets, fieldConfig } of drawn) {
      expect(targets, title).not.toEqual([])
      expect(fieldConfig?.defaults.unit, title).toBeTruthy()
      expect(new Set(targets!.map(({ refId }) => refId)).size, title).toBe(targets!.length)
    }
    for (const { expr } of [...drawn.flatMap(({ targets }) => targets!), ...annotations.list]) {
      expect(figuresOf(expr), expr).not.toEqual([])
      for (const name of figuresOf(expr)) expect(known, expr).toContain(name)
    }
  })

  test('has each panel in a place of its own', () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
    const taken = new Map<string, string>()
    for (const { title, gridPos } of panels) {
      expect(gridPos.x + gridPos.w, title).toBeLessThanOrEqual(24)
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1) {
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
          expect(taken.get(`${x} ${y}`), title).toBeUndefined()
          taken.set(`${x} ${y}`, title)
        }
      }
    }
  })

  test('says what each alert means, in the words of the guide', () => {
    const said = panels
      .flatMap(({ options }) => options?.content?.split('\n') ?? [])
      .filter((line) => line.startsWith('- '))
    const wanted = [...explained].map(([alert, means]) => `- **${alert}**: ${means}`)
    expect(said.toSorted()).toEqual(wanted.toSorted())
  })
})
