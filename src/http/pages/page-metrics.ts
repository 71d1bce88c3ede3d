import { Counter, Gauge } from 'prom-client'
import { registry } from '#core/metrics/metrics.ts'

/** How a page was had: from memory, from another request that was drawing it, or drawn. */
export type PageOutcome = 'hit' | 'shared' | 'miss'

const pages = new Counter({
  name: 'padavu_pages_total',
  help: 'Pages answered: from memory (hit), drawn for another request at the same moment (shared), or drawn (miss).',
  labelNames: ['outcome'] as const,
  registers: [registry],
})

const bytes = new Gauge({
  name: 'padavu_pages_kept_bytes',
  help: 'Pages kept in memory, compressed copies included, by share.',
  labelNames: ['share'] as const,
  registers: [registry],
  collect() {
    for (const [share, held] of Object.entries(heldNow())) this.set({ share }, held)
  },
})

let heldNow: () => Record<string, number> = () => ({})

/** To look a series up by its labels takes longer than to count. */
const counted = {
  hit: pages.labels('hit'),
  shared: pages.labels('shared'),
  miss: pages.labels('miss'),
}

for (const series of Object.values(counted)) series.inc(0)

/** Counts a page that was answered. */
export const countPage = (outcome: PageOutcome) => counted[outcome].inc()

/** @param held bytes that pages take now, by share */
export function watchPages(held: () => Record<string, number>): void {
  heldNow = held
  bytes.reset()
}
