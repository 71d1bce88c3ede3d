import { Counter, Gauge, Registry, type MetricObjectWithValues, type MetricValue } from 'prom-client'
import type { Services } from '#core/context.ts'
import { SECOND } from '#lib/both/time/clock.ts'
import { dataGauges } from './data-gauges.ts'
import { registry, watchProcess } from '#core/metrics/metrics.ts'

/** A metric with its values, as processes tell each other of them. */
export type Told = MetricObjectWithValues<MetricValue<string>>

/** All that one process can tell. */
export interface ProcessMetrics {
  text: () => Promise<string>
  /** @param withData also what the database says, which is the same from every process */
  values: (withData: boolean) => Promise<Told[]>
}

/** Begins to watch what only costs something when it is watched: Node itself, connections and the database's queues. */
export function processMetrics(services: Services): ProcessMetrics {
  watchProcess()
  const { connections } = services
  if (connections?.primary) watchConnections(connections)
  const data = dataGauges(services)
  return {
    text: async () => {
      await data.refresh()
      return Registry.merge([registry, data.registry]).metrics()
    },
    values: async (withData) => {
      const own = (await registry.getMetricsAsJSON()) as Told[]
      if (!withData) return own
      await data.refresh()
      return [...own, ...((await data.registry.getMetricsAsJSON()) as Told[])]
    },
  }
}

/** Tells how many connections there are, what waits for one, and how long it was waited for them. */
export function watchConnections(pools: NonNullable<Services['connections']>, into = registry): void {
  const each = function* () {
    for (const [database, connections] of Object.entries(pools)) if (connections) yield { database, ...connections() }
  }
  new Gauge({
    name: 'padavu_db_connections',
    help: 'Connections to PostgreSQL in use and idle, and callers that wait for one.',
    labelNames: ['database', 'state'],
    registers: [into],
    collect() {
      for (const { database, total, idle, waiting } of each()) {
        this.set({ database, state: 'active' }, total - idle)
        this.set({ database, state: 'idle' }, idle)
        this.set({ database, state: 'waiting' }, waiting)
      }
    },
  })
  new Counter({
    name: 'padavu_db_connection_wait_seconds_total',
    help: 'What callers have waited until they had a connection to PostgreSQL, all of them together.',
    labelNames: ['database'],
    registers: [into],
    collect() {
      this.reset()
      for (const { database, waited } of each()) this.inc({ database }, waited / SECOND)
    },
  })
}
