import { Gauge } from 'prom-client'
import { registry } from '../metrics/metrics.ts'

const states = ['serves', 'behind', 'away'] as const

/** `behind`: it has other content than the primary. `away`: it does not answer. In both the primary serves. */
export type ReplicaState = (typeof states)[number]

const replica = new Gauge({
  name: 'padavu_catalogue_replica',
  help: 'Processes by what they last saw of the replica that is to serve the catalogue.',
  labelNames: ['state'] as const,
  registers: [registry],
})

/** Tells what was seen of the replica. Nothing is told where there is none. */
export function tellReplica(state: ReplicaState): void {
  for (const one of states) replica.set({ state: one }, one === state ? 1 : 0)
}
